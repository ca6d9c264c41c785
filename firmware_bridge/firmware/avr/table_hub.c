/* A table hub on an ATmega2560 whose reader is a script: thirteen antennas, and tags that come and go by the clock.
 *
 * The reader of a real hub takes the place of reader_round(). The script starts when PE4 is pulled low: board 7, a
 * trick of four cards, one of which is missed for a round, and the table is empty again. */
#include <avr/io.h>
#include <avr/pgmspace.h>

#include "port.h"

#define ANTENNAS 13
#define BOARD_ANTENNA 12
#define ROUND_MS 200
#define MOST_TAGS 13
#define UID_BYTES 8
#define BOARD_NUMBER 7

typedef struct {
    uint16_t at_ms;
    uint8_t antenna, tag, present;
} script_step;

static const script_step SCRIPT[] PROGMEM = {
    {100, BOARD_ANTENNA, 200, 1},
    {1000, 0, 12, 1}, {1900, 1, 25, 1}, {2300, 0, 12, 0}, {2500, 0, 12, 1}, {2800, 2, 38, 1}, {3700, 3, 51, 1},
    {5200, 0, 12, 0}, {5300, 1, 25, 0}, {5400, 2, 38, 0}, {5500, 3, 51, 0},
};
#define STEPS (sizeof SCRIPT / sizeof *SCRIPT)

typedef struct {
    uint8_t tags[MOST_TAGS], count;
    uint16_t round;
    bool told;
} antenna_state;

static tbl_device device;
static bool reset_wanted; /* done by the main loop: not deep in the stack */
static antenna_state antennas[ANTENNAS];
static bool board_there;
static uint8_t next_step = STEPS;
static uint32_t began_ms, antenna_mask = (1UL << ANTENNAS) - 1;

static void uid_of(uint8_t tag, uint8_t *out) {
    static const uint8_t HEAD[UID_BYTES - 1] = {0xe0, 0x04, 0x01, 0x50, 0x0a, 0x00, 0x00};
    memcpy(out, HEAD, sizeof HEAD);
    out[UID_BYTES - 1] = tag;
}

static void tell_set(uint8_t number) {
    antenna_state *a = &antennas[number];
    uint8_t uids[MOST_TAGS * UID_BYTES];
    for (uint8_t i = 0; i < a->count; i++) uid_of(a->tags[i], uids + i * UID_BYTES);
    tbl_post_tag_set(&device, number, a->round, port_tick_us(), uids, a->count, UID_BYTES);
    a->told = true;
}

static void tell_board(void) {
    uint8_t fields[4 + UID_BYTES], uid[UID_BYTES];
    uid_of(200, uid);
    uint8_t length = tbl_pack_board_tag(fields, board_there, board_there ? BOARD_NUMBER : 0, uid, board_there ? UID_BYTES : 0);
    tbl_post(&device, TBL_RING_BOARD_TAG, TBL_ID_BOARD_TAG, port_tick_us(), fields, length);
}

static void put(antenna_state *a, uint8_t tag) {
    if (a->count < MOST_TAGS) a->tags[a->count++] = tag;
    a->told = false;
}

static void lift(antenna_state *a, uint8_t tag) {
    for (uint8_t i = 0; i < a->count; i++)
        if (a->tags[i] == tag) a->tags[i--] = a->tags[--a->count];
    a->told = false;
}

/* What lies where changes by the script, whether or not anybody reads it. */
static void play_script(uint32_t now) {
    if (!(PINE & 1 << 4) && next_step == STEPS) {
        next_step = 0;
        began_ms = now;
    }
    for (; next_step < STEPS; next_step++) {
        script_step step;
        memcpy_P(&step, &SCRIPT[next_step], sizeof step);
        if (now - began_ms < step.at_ms) return;
        if (step.antenna == BOARD_ANTENNA) {
            board_there = step.present;
            tell_board();
        } else if (step.present) {
            put(&antennas[step.antenna], step.tag);
        } else {
            lift(&antennas[step.antenna], step.tag);
        }
    }
}

/* One antenna's inventory: a set is told when it differs from the one before. */
static void reader_round(uint8_t number) {
    antennas[number].round++;
    if (!antennas[number].told) tell_set(number);
}

static void tell_state(uint16_t token) {
    uint8_t fields[3];
    uint32_t tick = port_tick_us();
    tbl_post(&device, TBL_RING_SNAPSHOT_BEGIN, TBL_ID_SNAPSHOT_BEGIN, tick, fields,
             tbl_pack_snapshot_begin(fields, token));
    for (uint8_t number = 0; number < ANTENNAS; number++) tell_set(number);
    for (uint8_t seat = 0; seat < 4; seat++)
        tbl_post(&device, TBL_RING_BOX_STATE, TBL_ID_BOX_STATE, tick, fields, tbl_pack_box_state(fields, seat, 0, 0));
    tell_board();
    tbl_post(&device, TBL_RING_SNAPSHOT_END, TBL_ID_SNAPSHOT_END, tick, fields, tbl_pack_snapshot_end(fields, token));
}

static void on_command(void *user, uint8_t id, const uint8_t *fields, uint8_t length) {
    tbl_snapshot_request snapshot;
    tbl_set_scan scan;
    tbl_reset reset;
    (void)user;
    if (id == TBL_ID_SNAPSHOT_REQUEST && tbl_unpack_snapshot_request(fields, length, &snapshot)) {
        tell_state(snapshot.token);
    } else if (id == TBL_ID_SET_SCAN && tbl_unpack_set_scan(fields, length, &scan)) {
        antenna_mask = scan.antennas;
    } else if (id == TBL_ID_RESET && tbl_unpack_reset(fields, length, &reset)) {
        reset_wanted = true;
    }
}

int main(void) {
    port_init();
    PORTE |= 1 << 4; /* pull-up of the script's button */
    const tbl_identity me = {port_boot_id(), port_reset_cause(), ANTENNAS, 1, 0, 0, "hub", "0.1.0", false};
    tbl_init(&device, &me, on_command, 0);
    for (uint8_t number = 0; number < ANTENNAS; number++) antennas[number].told = true;
    uint32_t due[ANTENNAS] = {0};
    for (;;) {
        uint32_t now = port_now_ms();
        play_script(now);
        for (uint8_t number = 0; number < BOARD_ANTENNA; number++) {
            if (!(antenna_mask >> number & 1) || (int32_t)(now - due[number]) < 0) continue;
            due[number] = now + ROUND_MS;
            reader_round(number);
        }
        port_serve(&device);
        if (reset_wanted) port_reset(&device, TBL_RESET_COMMANDED);
        port_rest();
    }
}
