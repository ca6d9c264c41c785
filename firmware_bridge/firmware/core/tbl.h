/* The device's end of TBL/1 (PROTOCOL.md): keeps events until the host has them on disk, and never stops because a
 * host is slow. Portable C11: no heap, no clock, no port. One tbl_device a serial line; all calls from one context.
 *
 * A port calls, over and over:  tbl_time, tbl_receive for each byte that came, tbl_send while the line takes bytes. */
#ifndef TBL_H
#define TBL_H

#include "tbl_config.h"
#include "tbl_messages.h"

/* Header, CRC, one stuffing byte, two delimiters. */
#define TBL_WIRE_BYTES (TBL_MTU + 10)

typedef enum { TBL_RING_OF_ACTS, TBL_RING_OF_SCANS } tbl_ring_name;

/* Who a device is, as HELLO_ACK tells it. What is longer than 8 bytes (fw_version: 7) is cut. */
typedef struct {
    uint32_t boot_id; /* another at every start, never 0 */
    uint8_t reset_cause;
    uint8_t antennas;
    uint8_t address;
    const uint8_t *board_uid;
    uint8_t board_uid_length;
    const char *fw_name;
    const char *fw_version;
    bool shares_line; /* RS-485: sends only when it has been polled */
} tbl_identity;

/* A command of the host but Committed, once each and in order: its id and its fields (tbl_unpack_*). */
typedef void (*tbl_on_command)(void *user, uint8_t id, const uint8_t *fields, uint8_t length);

/* One of the two rings: events in the order of their numbers, oldest first. */
typedef struct {
    uint8_t *bytes;
    uint32_t *number;
    uint8_t *length;
    uint8_t *order; /* places of `bytes`, oldest event first; behind `count` the free ones */
    uint8_t size, place_bytes, count;
} tbl_ring;

typedef struct {
    tbl_ring ring[2];
    uint32_t next_evt_no, committed, delivered, lost;
    uint8_t act_bytes[TBL_ACTS * TBL_ACT_BYTES];
    uint8_t scan_bytes[(uint16_t)TBL_SCANS * TBL_SCAN_BYTES];
    uint32_t act_number[TBL_ACTS], scan_number[TBL_SCANS];
    uint8_t act_length[TBL_ACTS], scan_length[TBL_SCANS], act_order[TBL_ACTS], scan_order[TBL_SCANS];
} tbl_events;

/* An event on its way: when it went out last, whether more than once, whether it is to go out again now. */
typedef struct {
    uint32_t evt_no, sent_ms;
    bool again, wanted;
} tbl_flight;

/* What a receiver has thrown away; wraps. */
typedef struct {
    uint8_t bytes[TBL_IN_BYTES];
    uint8_t length;
    bool skipping;
    uint16_t garbage;
} tbl_decoder;

typedef struct {
    uint8_t type, address, session, seq, ack;
    const uint8_t *payload;
    uint8_t length;
} tbl_frame;

typedef struct {
    tbl_identity me;
    tbl_on_command on_command;
    void *user;
    tbl_events events;
    tbl_decoder decoder;
    uint32_t now_ms, tick_us;
    /* The session; `ended` is the link_id of the one before. */
    bool connected, has_ended;
    uint32_t link_id, ended;
    uint8_t window;
    /* What is to be said. */
    bool hello_wanted, pong_wanted, fatal_wanted, time_wanted, ack_wanted, status_wanted;
    tbl_hello hello;
    uint32_t hello_tick, pong, time_token, time_rx;
    uint8_t fatal;
    /* On a shared line: it has its turn, since when, and may send so many more events in it. */
    bool has_turn, has_begun;
    uint32_t turn_ms;
    uint8_t turn_events;
    /* Events on their way, oldest first; the first of them has `first_seq`. */
    tbl_flight flights[TBL_WINDOW_MOST];
    uint8_t flying, first_seq, expected;
    uint32_t cursor; /* the next event to be sent for the first time has at least this number */
    uint32_t status_due, progress_ms;
    /* Eight times the smoothed round trip, 0 before anything was measured. */
    uint32_t round_trip_8;
    uint8_t misses;
    /* For STATUS. */
    uint16_t rx_overruns, supply_mv;
    int8_t temperature_c;
} tbl_device;

void tbl_init(tbl_device *device, const tbl_identity *me, tbl_on_command on_command, void *user);
/* Let time pass. Both counters wrap; milliseconds serve the link's timers, microseconds stamp what happens. */
void tbl_time(tbl_device *device, uint32_t now_ms, uint32_t tick_us);
/* When tbl_time is to be called at the latest, in milliseconds of the same counter. */
uint32_t tbl_due(const tbl_device *device);
/* A byte from the host; any byte is welcome. */
void tbl_receive(tbl_device *device, uint8_t byte);
/* The next frame for the host, delimiters included, into `out` of TBL_WIRE_BYTES: its length, 0 if there is none. */
uint16_t tbl_send(tbl_device *device, uint8_t *out);
/* Keep an event that was captured at `tick_us`: its number, or 0 if it does not fit a place of its ring. */
uint32_t tbl_post(tbl_device *device, tbl_ring_name ring, uint8_t id, uint32_t tick_us, const uint8_t *fields,
                  uint8_t length);
/* The tags of one round at one antenna, `uid_length` bytes each, in as many events as it takes: the last number. */
uint32_t tbl_post_tag_set(tbl_device *device, uint8_t antenna, uint16_t round, uint32_t tick_us, const uint8_t *uids,
                          uint8_t count, uint8_t uid_length);
/* Say why the device is about to reset; reset once tbl_send has given it out. */
void tbl_fatal(tbl_device *device, uint8_t cause);
/* The host is gone (DTR fell): the session ends, the events stay. */
void tbl_disconnected(tbl_device *device);

/* -- parts, for link.c and tests ---------------------------------------------------------------------------- */

uint16_t tbl_crc16(uint16_t crc, const uint8_t *bytes, uint16_t length);
/* True when `byte` completes a frame, which stays valid until the next call. */
bool tbl_decode(tbl_decoder *decoder, uint8_t byte, tbl_frame *frame);
uint16_t tbl_encode(const tbl_frame *frame, bool again, uint8_t *out);

void tbl_events_init(tbl_events *events);
uint32_t tbl_events_add(tbl_events *events, tbl_ring_name ring, const uint8_t *bytes, uint8_t length,
                        const tbl_flight *flights, uint8_t flying);
/* The lowest kept number that is at least `from`, 0 if there is none. */
uint32_t tbl_events_first(const tbl_events *events, uint32_t from);
const uint8_t *tbl_events_get(const tbl_events *events, uint32_t evt_no, uint8_t *length);
void tbl_events_commit(tbl_events *events, uint32_t evt_no);

#endif
