/* A bidding box for one seat on an ATmega328P: 48 keys in a matrix (a diode each), a lamp.
 *
 * Rows PC0 ... PC5 are pulled low one at a time; columns PD2 ... PD7, PB0, PB1 have pull-ups. Key number = 8 row + column:
 * 0 ... 37 the calls (pass, double, redouble, 1C ... 7NT), 38 take the last call back, 39 put all away, then claim, agree,
 * dispute, director, done. Lamp at PB5. The seat is SEAT (0 N, 1 E, 2 S, 3 W); with SHARED_LINE, one of four boxes on an
 * RS-485 line, PB3 and PB4 say it (to ground counts: PB3 1, PB4 2), and the address is the seat's number plus 1. */
#include <avr/io.h>
#include <util/delay.h>

#include "port.h"

#ifdef SHARED_LINE
static uint8_t seat;
#define SEAT seat
#else
#ifndef SEAT
#define SEAT 0
#endif
#endif
#define ROWS 6
#define COLUMNS 8
#define LAST_CALL 37
#define TAKE_BACK 38
#define PUT_AWAY 39
#define FIRST_KEY 40
/* A key counts when it has been down for so many scans, a millisecond each row. */
#define STEADY 3
/* As many calls as a BoxState has room for. */
#define MOST_CALLS (TBL_SCAN_BYTES - 11)

static const uint8_t KEYS[] = {TBL_KEY_CLAIM, TBL_KEY_AGREE, TBL_KEY_DISPUTE, TBL_KEY_DIRECTOR, TBL_KEY_DONE};

static tbl_device device;
static bool reset_wanted; /* done by the main loop: not deep in the stack */
static uint8_t calls[MOST_CALLS], call_count;
static uint8_t steady[ROWS][COLUMNS]; /* scans for which a key has been down, STEADY + 1 once it has counted */
static uint8_t lamp_pattern;
static uint32_t lamp_until;

static void tell_call(uint8_t call, uint8_t down) {
    uint8_t fields[3];
    uint8_t length = tbl_pack_call_button(fields, SEAT, call, down);
    tbl_post(&device, TBL_RING_CALL_BUTTON, TBL_ID_CALL_BUTTON, port_tick_us(), fields, length);
}

static void take_back(void) {
    if (call_count) tell_call(calls[--call_count], 0);
}

static void pressed(uint8_t key) {
    uint8_t fields[3];
    if (key <= LAST_CALL) {
        if (call_count == MOST_CALLS) return;
        calls[call_count++] = key;
        tell_call(key, 1);
    } else if (key == TAKE_BACK) {
        take_back();
    } else if (key == PUT_AWAY) {
        while (call_count) take_back();
    } else if (key - FIRST_KEY < (uint8_t)sizeof KEYS) {
        uint8_t length = tbl_pack_key(fields, SEAT, KEYS[key - FIRST_KEY], "", 0);
        tbl_post(&device, TBL_RING_KEY, TBL_ID_KEY, port_tick_us(), fields, length);
    }
}

static uint8_t columns(void) { return (uint8_t)~(PIND >> 2 | PINB << 6); }

/* One row a millisecond: its columns have settled since it was pulled low. */
static void scan(void) {
    static uint8_t row;
    uint8_t down = columns();
    for (uint8_t column = 0; column < COLUMNS; column++) {
        uint8_t *count = &steady[row][column];
        if (!(down & 1 << column)) *count = 0;
        else if (*count <= STEADY && ++*count == STEADY) pressed((uint8_t)(row * COLUMNS + column));
    }
    row = (uint8_t)(row + 1) % ROWS;
    DDRC = (uint8_t)(1 << row);
}

static void lamp(uint32_t now) {
    static const uint8_t BLINK[] = {0, 0, 9, 7}; /* bit of the millisecond counter: slow every 512, fast every 128 */
    if (lamp_until && (int32_t)(now - lamp_until) >= 0) lamp_pattern = 0;
    bool lit = lamp_pattern == 1 || (lamp_pattern > 1 && now >> BLINK[lamp_pattern & 3] & 1);
    /* One instruction each: the line's driver, on the same port, is switched off by an interrupt. */
    if (lit) PORTB |= 1 << 5;
    else PORTB &= (uint8_t)~(1 << 5);
}

static void tell_state(uint16_t token) {
    uint8_t fields[TBL_SCAN_BYTES];
    uint32_t tick = port_tick_us();
    tbl_post(&device, TBL_RING_SNAPSHOT_BEGIN, TBL_ID_SNAPSHOT_BEGIN, tick, fields,
             tbl_pack_snapshot_begin(fields, token));
    tbl_post(&device, TBL_RING_BOX_STATE, TBL_ID_BOX_STATE, tick, fields,
             tbl_pack_box_state(fields, SEAT, calls, call_count));
    tbl_post(&device, TBL_RING_SNAPSHOT_END, TBL_ID_SNAPSHOT_END, tick, fields, tbl_pack_snapshot_end(fields, token));
}

static void on_command(void *user, uint8_t id, const uint8_t *fields, uint8_t length) {
    tbl_snapshot_request snapshot;
    tbl_lamp light;
    tbl_reset reset;
    (void)user;
    if (id == TBL_ID_SNAPSHOT_REQUEST && tbl_unpack_snapshot_request(fields, length, &snapshot)) {
        tell_state(snapshot.token);
    } else if (id == TBL_ID_LAMP && tbl_unpack_lamp(fields, length, &light) && light.seat == SEAT) {
        lamp_pattern = light.pattern & 3;
        lamp_until = light.duration_ms ? port_now_ms() + light.duration_ms : 0;
    } else if (id == TBL_ID_RESET && tbl_unpack_reset(fields, length, &reset)) {
        reset_wanted = true;
    }
}

int main(void) {
    port_init();
    PORTC = 0;
    DDRC = 1; /* the first row; the others float until it is their turn */
    PORTD |= 0xfc;
    PORTB = 0x03;
    DDRB |= 1 << 5;
#ifdef SHARED_LINE
    PORTB |= 1 << 3 | 1 << 4;
    _delay_us(5); /* until the pull-ups have raised the pins */
    seat = (uint8_t)(~PINB >> 3 & 3);
    const tbl_identity me = {port_boot_id(), port_reset_cause(), 0, seat + 1, 0, 0, "box-485", "0.1.0", true};
#else
    const tbl_identity me = {port_boot_id(), port_reset_cause(), 0, 1, 0, 0, "box", "0.1.0", false};
#endif
    tbl_init(&device, &me, on_command, 0);
    /* What is down when the box starts is stuck, or somebody's elbow: it counts when it has been up. */
    memset(steady, STEADY + 1, sizeof steady);
    uint32_t scanned = 0;
    for (;;) {
        uint32_t now = port_now_ms();
        if (now != scanned) {
            scanned = now;
            scan();
            lamp(now);
        }
        port_serve(&device);
        if (reset_wanted) port_reset(&device, TBL_RESET_COMMANDED);
        port_rest();
    }
}
