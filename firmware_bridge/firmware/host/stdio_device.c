/* The device's core on the host, in the time it is told: orders on standard input, answers on standard output.
 *
 * An order is a letter, a u16 length and its bytes; an answer a u16 length and its bytes (little-endian).
 *   I boot_id:u32 shares:u8    start          T now_ms:u32 tick_us:u32   let time pass
 *   R bytes                    from the host  S                          all frames for the host
 *   P ring:u8 id:u8 tick:u32 fields  post: number:u32
 *   U antenna:u8 round:u16 tick:u32 uid_length:u8 uids  post a set of tags: number:u32
 *   D                          due: now_ms:u32
 *   K                          commands since the last K, each length:u8 id:u8 fields
 *   F cause:u8                 fatal          X  the cable is gone       Q  next committed lost: 3 u32, kept:u8 */
#include <stdio.h>
#include <stdlib.h>

#include "tbl.h"

enum { MOST = 65535 };

static tbl_device device;
static uint8_t order[MOST], answer[MOST];
static uint16_t answered;
static uint8_t commands[4096];
static uint16_t commanded;

static void on_command(void *user, uint8_t id, const uint8_t *fields, uint8_t length) {
    (void)user;
    if ((size_t)commanded + length + 2 > sizeof commands) return;
    commands[commanded++] = (uint8_t)(length + 1);
    commands[commanded++] = id;
    memcpy(commands + commanded, fields, length);
    commanded = (uint16_t)(commanded + length);
}

static void start(uint32_t boot_id, bool shares_line) {
    static const uint8_t uid[] = {0xde, 0xad, 0xbe, 0xef};
    tbl_identity me = {boot_id, TBL_RESET_POWER_ON, 13, 1, uid, sizeof uid, "host", "1.0.0", shares_line};
    tbl_init(&device, &me, on_command, 0);
    commanded = 0;
}

static void answer32(uint32_t value) { answered = (uint16_t)(tbl_put32(answer + answered, value) - answer); }

static void obey(uint8_t letter, uint16_t length) {
    switch (letter) {
    case 'I': start(tbl_get32(order), length > 4 && order[4]); break;
    case 'T': tbl_time(&device, tbl_get32(order), tbl_get32(order + 4)); break;
    case 'R':
        for (uint16_t i = 0; i < length; i++) tbl_receive(&device, order[i]);
        break;
    case 'S':
        for (uint16_t sent; answered + TBL_WIRE_BYTES < MOST && (sent = tbl_send(&device, answer + answered));)
            answered = (uint16_t)(answered + sent);
        break;
    case 'P':
        answer32(tbl_post(&device, (tbl_ring_name)order[0], order[1], tbl_get32(order + 2), order + 6,
                          (uint8_t)(length - 6)));
        break;
    case 'U':
        answer32(tbl_post_tag_set(&device, order[0], tbl_get16(order + 1), tbl_get32(order + 3), order + 8,
                                  (uint8_t)(order[7] ? (length - 8) / order[7] : 0), order[7]));
        break;
    case 'D': answer32(tbl_due(&device)); break;
    case 'K':
        memcpy(answer, commands, commanded);
        answered = commanded;
        commanded = 0;
        break;
    case 'F': tbl_fatal(&device, order[0]); break;
    case 'X': tbl_disconnected(&device); break;
    case 'Q':
        answer32(device.events.next_evt_no);
        answer32(device.events.committed);
        answer32(device.events.lost);
        answer[answered++] = (uint8_t)(device.events.ring[0].count + device.events.ring[1].count);
        break;
    default: exit(2);
    }
}

int main(void) {
    uint8_t head[3];
    start(1, false);
    while (fread(head, 1, sizeof head, stdin) == sizeof head) {
        uint16_t length = tbl_get16(head + 1);
        if (fread(order, 1, length, stdin) != length) return 1;
        answered = 0;
        obey(head[0], length);
        tbl_put16(head, answered);
        fwrite(head, 1, 2, stdout);
        fwrite(answer, 1, answered, stdout);
        fflush(stdout);
    }
    return 0;
}
