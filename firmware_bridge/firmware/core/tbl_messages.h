/* The messages of TBL/1 for a device, made from firmware_bridge/declaration.py:
 *     python -m firmware_bridge.c_header > firmware_bridge/firmware/core/tbl_messages.h
 * Not to be changed by hand; a test compares the two. Numbers are little-endian on the wire. */
#ifndef TBL_MESSAGES_H
#define TBL_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint8_t *tbl_put8(uint8_t *p, uint8_t v) { *p = v; return p + 1; }
static inline uint8_t *tbl_put16(uint8_t *p, uint16_t v) {
    return tbl_put8(tbl_put8(p, (uint8_t)v), (uint8_t)(v >> 8));
}
static inline uint8_t *tbl_put32(uint8_t *p, uint32_t v) {
    return tbl_put16(tbl_put16(p, (uint16_t)v), (uint16_t)(v >> 16));
}
static inline uint8_t *tbl_put_counted(uint8_t *p, const void *bytes, uint8_t length) {
    *p++ = length;
    if (length) memcpy(p, bytes, length);
    return p + length;
}
static inline uint8_t tbl_get8(const uint8_t *p) { return p[0]; }
static inline uint16_t tbl_get16(const uint8_t *p) { return (uint16_t)(p[0] | (uint16_t)p[1] << 8); }
static inline uint32_t tbl_get32(const uint8_t *p) { return tbl_get16(p) | (uint32_t)tbl_get16(p + 2) << 16; }

#define TBL_PROTOCOL 1 /* version of the frame header */
#define TBL_DICTIONARY 0x53447f29UL /* CRC-32 of the message table */
#define TBL_HOST_ADDRESS 0
#define TBL_EVERYONE 0xff
#define TBL_STATUS_EVERY_MS 250 /* heartbeat */
#define TBL_RTO_MIN_MS 50 /* shortest wait for an acknowledgement */
#define TBL_RTO_START_MS 250 /* before anything was measured */
#define TBL_RTO_MAX_MS 1000 /* longest pause between two retransmissions */
#define TBL_ANSWER_MS 5 /* a polled device begins to answer within, or stays silent */
#define TBL_WINDOW_MOST 8 /* frames a device may have in flight */
#define TBL_CALL_FIRST_BID 3 /* 1C; 0 pass, 1 double, 2 redouble */
#define TBL_CARD_UNREAD 255 /* 0 = SA, 1 = SK ... 51 = C2 */
#define TBL_NO_POCKET 255

#define TBL_FRAME_DATA 0
#define TBL_FRAME_ACK 1
#define TBL_FRAME_NAK 2
#define TBL_FRAME_HELLO 3
#define TBL_FRAME_HELLO_ACK 4
#define TBL_FRAME_TIME_REQ 5
#define TBL_FRAME_TIME_RSP 6
#define TBL_FRAME_STATUS 7
#define TBL_FRAME_FATAL 8
#define TBL_FRAME_UNREL 9
#define TBL_FRAME_POLL 10
#define TBL_FRAME_BYE 11

#define TBL_SEAT_NORTH 0
#define TBL_SEAT_EAST 1
#define TBL_SEAT_SOUTH 2
#define TBL_SEAT_WEST 3

#define TBL_KEY_CLAIM 1
#define TBL_KEY_AGREE 2
#define TBL_KEY_DISPUTE 3
#define TBL_KEY_DIRECTOR 4
#define TBL_KEY_RESULT 5
#define TBL_KEY_DONE 6

#define TBL_READER_WORKS_AGAIN 0
#define TBL_READER_SILENT 1
#define TBL_READER_COLLISION 2
#define TBL_READER_FIELD 3

#define TBL_RESET_POWER_ON 0
#define TBL_RESET_BROWN_OUT 1
#define TBL_RESET_WATCHDOG 2
#define TBL_RESET_COMMANDED 3
#define TBL_RESET_CRASH 4

#define TBL_NAK_GAP 1

#define TBL_TROUBLE_MISREAD 1
#define TBL_TROUBLE_DUPLICATE 2
#define TBL_TROUBLE_SHORT 3
#define TBL_TROUBLE_SURPLUS 4
#define TBL_TROUBLE_JAM 5
#define TBL_TROUBLE_STOPPED 6

#define TBL_MACHINE_IDLE 0
#define TBL_MACHINE_WAITS 1
#define TBL_MACHINE_DEALING 2
#define TBL_MACHINE_STOPPED 3

/* TagArrive */
#define TBL_ID_TAG_ARRIVE 0x01
#define TBL_RING_TAG_ARRIVE TBL_RING_OF_SCANS
static inline uint8_t tbl_pack_tag_arrive(uint8_t *out, uint8_t antenna, int8_t rssi, uint16_t round, const void *uid, uint8_t uid_length) {
    uint8_t *p = out;
    p = tbl_put8(p, antenna);
    p = tbl_put8(p, (uint8_t)rssi);
    p = tbl_put16(p, round);
    p = tbl_put_counted(p, uid, uid_length);
    return (uint8_t)(p - out);
}

/* TagDepart */
#define TBL_ID_TAG_DEPART 0x02
#define TBL_RING_TAG_DEPART TBL_RING_OF_SCANS
static inline uint8_t tbl_pack_tag_depart(uint8_t *out, uint8_t antenna, uint16_t round, const void *uid, uint8_t uid_length) {
    uint8_t *p = out;
    p = tbl_put8(p, antenna);
    p = tbl_put16(p, round);
    p = tbl_put_counted(p, uid, uid_length);
    return (uint8_t)(p - out);
}

/* TagSet */
#define TBL_ID_TAG_SET 0x03
#define TBL_RING_TAG_SET TBL_RING_OF_SCANS
static inline uint8_t tbl_pack_tag_set(uint8_t *out, uint8_t antenna, uint16_t round, uint8_t part, uint8_t parts) {
    uint8_t *p = out;
    p = tbl_put8(p, antenna);
    p = tbl_put16(p, round);
    p = tbl_put8(p, part);
    p = tbl_put8(p, parts);
    return (uint8_t)(p - out);
}

/* ReaderError */
#define TBL_ID_READER_ERROR 0x04
#define TBL_RING_READER_ERROR TBL_RING_OF_SCANS
static inline uint8_t tbl_pack_reader_error(uint8_t *out, uint8_t antenna, uint8_t code) {
    uint8_t *p = out;
    p = tbl_put8(p, antenna);
    p = tbl_put8(p, code);
    return (uint8_t)(p - out);
}

/* CallButton */
#define TBL_ID_CALL_BUTTON 0x10
#define TBL_RING_CALL_BUTTON TBL_RING_OF_ACTS
static inline uint8_t tbl_pack_call_button(uint8_t *out, uint8_t seat, uint8_t call, uint8_t down) {
    uint8_t *p = out;
    p = tbl_put8(p, seat);
    p = tbl_put8(p, call);
    p = tbl_put8(p, down);
    return (uint8_t)(p - out);
}

/* Key */
#define TBL_ID_KEY 0x11
#define TBL_RING_KEY TBL_RING_OF_ACTS
static inline uint8_t tbl_pack_key(uint8_t *out, uint8_t seat, uint8_t key, const void *value, uint8_t value_length) {
    uint8_t *p = out;
    p = tbl_put8(p, seat);
    p = tbl_put8(p, key);
    p = tbl_put_counted(p, value, value_length);
    return (uint8_t)(p - out);
}

/* BoardTag */
#define TBL_ID_BOARD_TAG 0x12
#define TBL_RING_BOARD_TAG TBL_RING_OF_ACTS
static inline uint8_t tbl_pack_board_tag(uint8_t *out, uint8_t present, uint16_t board, const void *uid, uint8_t uid_length) {
    uint8_t *p = out;
    p = tbl_put8(p, present);
    p = tbl_put16(p, board);
    p = tbl_put_counted(p, uid, uid_length);
    return (uint8_t)(p - out);
}

/* SnapshotBegin */
#define TBL_ID_SNAPSHOT_BEGIN 0x20
#define TBL_RING_SNAPSHOT_BEGIN TBL_RING_OF_SCANS
static inline uint8_t tbl_pack_snapshot_begin(uint8_t *out, uint16_t token) {
    uint8_t *p = out;
    p = tbl_put16(p, token);
    return (uint8_t)(p - out);
}

/* BoxState */
#define TBL_ID_BOX_STATE 0x21
#define TBL_RING_BOX_STATE TBL_RING_OF_SCANS
static inline uint8_t tbl_pack_box_state(uint8_t *out, uint8_t seat, const void *calls, uint8_t calls_length) {
    uint8_t *p = out;
    p = tbl_put8(p, seat);
    p = tbl_put_counted(p, calls, calls_length);
    return (uint8_t)(p - out);
}

/* SnapshotEnd */
#define TBL_ID_SNAPSHOT_END 0x22
#define TBL_RING_SNAPSHOT_END TBL_RING_OF_SCANS
static inline uint8_t tbl_pack_snapshot_end(uint8_t *out, uint16_t token) {
    uint8_t *p = out;
    p = tbl_put16(p, token);
    return (uint8_t)(p - out);
}

/* CardDealt */
#define TBL_ID_CARD_DEALT 0x30
#define TBL_RING_CARD_DEALT TBL_RING_OF_ACTS
static inline uint8_t tbl_pack_card_dealt(uint8_t *out, uint16_t board, uint8_t number, uint8_t pocket, uint8_t card, const void *uid, uint8_t uid_length) {
    uint8_t *p = out;
    p = tbl_put16(p, board);
    p = tbl_put8(p, number);
    p = tbl_put8(p, pocket);
    p = tbl_put8(p, card);
    p = tbl_put_counted(p, uid, uid_length);
    return (uint8_t)(p - out);
}

/* DealTrouble */
#define TBL_ID_DEAL_TROUBLE 0x31
#define TBL_RING_DEAL_TROUBLE TBL_RING_OF_ACTS
static inline uint8_t tbl_pack_deal_trouble(uint8_t *out, uint16_t board, uint8_t number, uint8_t code, uint8_t pocket, uint8_t card) {
    uint8_t *p = out;
    p = tbl_put16(p, board);
    p = tbl_put8(p, number);
    p = tbl_put8(p, code);
    p = tbl_put8(p, pocket);
    p = tbl_put8(p, card);
    return (uint8_t)(p - out);
}

/* BoardDealt */
#define TBL_ID_BOARD_DEALT 0x32
#define TBL_RING_BOARD_DEALT TBL_RING_OF_ACTS
static inline uint8_t tbl_pack_board_dealt(uint8_t *out, uint16_t board, uint8_t north, uint8_t east, uint8_t south, uint8_t west) {
    uint8_t *p = out;
    p = tbl_put16(p, board);
    p = tbl_put8(p, north);
    p = tbl_put8(p, east);
    p = tbl_put8(p, south);
    p = tbl_put8(p, west);
    return (uint8_t)(p - out);
}

/* MachineState */
#define TBL_ID_MACHINE_STATE 0x33
#define TBL_RING_MACHINE_STATE TBL_RING_OF_ACTS
static inline uint8_t tbl_pack_machine_state(uint8_t *out, uint8_t state, uint16_t board) {
    uint8_t *p = out;
    p = tbl_put8(p, state);
    p = tbl_put16(p, board);
    return (uint8_t)(p - out);
}

/* Committed */
#define TBL_ID_COMMITTED 0x40
typedef struct { uint32_t evt_no; } tbl_committed;
static inline bool tbl_unpack_committed(const uint8_t *in, uint8_t length, tbl_committed *out) {
    if (length != 4) return false;
    out->evt_no = tbl_get32(in + 0);
    return true;
}

/* SnapshotRequest */
#define TBL_ID_SNAPSHOT_REQUEST 0x41
typedef struct { uint16_t token; } tbl_snapshot_request;
static inline bool tbl_unpack_snapshot_request(const uint8_t *in, uint8_t length, tbl_snapshot_request *out) {
    if (length != 2) return false;
    out->token = tbl_get16(in + 0);
    return true;
}

/* SetScan */
#define TBL_ID_SET_SCAN 0x42
typedef struct { uint32_t antennas; uint16_t dwell_ms; } tbl_set_scan;
static inline bool tbl_unpack_set_scan(const uint8_t *in, uint8_t length, tbl_set_scan *out) {
    if (length != 6) return false;
    out->antennas = tbl_get32(in + 0);
    out->dwell_ms = tbl_get16(in + 4);
    return true;
}

/* Lamp */
#define TBL_ID_LAMP 0x43
typedef struct { uint8_t seat; uint8_t pattern; uint16_t duration_ms; } tbl_lamp;
static inline bool tbl_unpack_lamp(const uint8_t *in, uint8_t length, tbl_lamp *out) {
    if (length != 4) return false;
    out->seat = tbl_get8(in + 0);
    out->pattern = tbl_get8(in + 1);
    out->duration_ms = tbl_get16(in + 2);
    return true;
}

/* Reset */
#define TBL_ID_RESET 0x44
typedef struct { uint8_t cause; } tbl_reset;
static inline bool tbl_unpack_reset(const uint8_t *in, uint8_t length, tbl_reset *out) {
    if (length != 1) return false;
    out->cause = tbl_get8(in + 0);
    return true;
}

/* DealBoard */
#define TBL_ID_DEAL_BOARD 0x50
typedef struct { uint16_t board; uint8_t planned; uint32_t spades; uint32_t hearts; uint32_t diamonds; uint32_t clubs; } tbl_deal_board;
static inline bool tbl_unpack_deal_board(const uint8_t *in, uint8_t length, tbl_deal_board *out) {
    if (length != 19) return false;
    out->board = tbl_get16(in + 0);
    out->planned = tbl_get8(in + 2);
    out->spades = tbl_get32(in + 3);
    out->hearts = tbl_get32(in + 7);
    out->diamonds = tbl_get32(in + 11);
    out->clubs = tbl_get32(in + 15);
    return true;
}

/* StopDeal */
#define TBL_ID_STOP_DEAL 0x51
typedef struct { uint16_t board; } tbl_stop_deal;
static inline bool tbl_unpack_stop_deal(const uint8_t *in, uint8_t length, tbl_stop_deal *out) {
    if (length != 2) return false;
    out->board = tbl_get16(in + 0);
    return true;
}

/* Ping */
#define TBL_ID_PING 0x60
typedef struct { uint32_t token; } tbl_ping;
static inline bool tbl_unpack_ping(const uint8_t *in, uint8_t length, tbl_ping *out) {
    if (length != 4) return false;
    out->token = tbl_get32(in + 0);
    return true;
}

/* Pong */
#define TBL_ID_PONG 0x61
static inline uint8_t tbl_pack_pong(uint8_t *out, uint32_t token) {
    uint8_t *p = out;
    p = tbl_put32(p, token);
    return (uint8_t)(p - out);
}

/* Nak */
#define TBL_ID_NAK 0x02
typedef struct { uint8_t expected; uint8_t reason; } tbl_nak;
static inline bool tbl_unpack_nak(const uint8_t *in, uint8_t length, tbl_nak *out) {
    if (length != 2) return false;
    out->expected = tbl_get8(in + 0);
    out->reason = tbl_get8(in + 1);
    return true;
}

/* Hello */
#define TBL_ID_HELLO 0x03
typedef struct { uint8_t proto_min; uint8_t proto_max; uint32_t link_id; uint8_t attempt; uint8_t mtu; uint8_t window; uint32_t resume_boot_id; uint32_t resume_evt_no; } tbl_hello;
static inline bool tbl_unpack_hello(const uint8_t *in, uint8_t length, tbl_hello *out) {
    if (length != 17) return false;
    out->proto_min = tbl_get8(in + 0);
    out->proto_max = tbl_get8(in + 1);
    out->link_id = tbl_get32(in + 2);
    out->attempt = tbl_get8(in + 6);
    out->mtu = tbl_get8(in + 7);
    out->window = tbl_get8(in + 8);
    out->resume_boot_id = tbl_get32(in + 9);
    out->resume_evt_no = tbl_get32(in + 13);
    return true;
}

/* HelloAck */
#define TBL_ID_HELLO_ACK 0x04
static inline uint8_t tbl_pack_hello_ack(uint8_t *out, uint8_t proto, uint32_t link_id, uint8_t attempt, uint32_t tick_us, uint32_t boot_id, uint8_t reset_cause, uint32_t dictionary, uint8_t mtu, uint8_t window, uint8_t antennas, uint32_t committed_evt_no, uint32_t first_evt_no, uint32_t next_evt_no, uint32_t lost, const void *board_uid, uint8_t board_uid_length, const void *fw_name, uint8_t fw_name_length, const void *fw_version, uint8_t fw_version_length) {
    uint8_t *p = out;
    p = tbl_put8(p, proto);
    p = tbl_put32(p, link_id);
    p = tbl_put8(p, attempt);
    p = tbl_put32(p, tick_us);
    p = tbl_put32(p, boot_id);
    p = tbl_put8(p, reset_cause);
    p = tbl_put32(p, dictionary);
    p = tbl_put8(p, mtu);
    p = tbl_put8(p, window);
    p = tbl_put8(p, antennas);
    p = tbl_put32(p, committed_evt_no);
    p = tbl_put32(p, first_evt_no);
    p = tbl_put32(p, next_evt_no);
    p = tbl_put32(p, lost);
    p = tbl_put_counted(p, board_uid, board_uid_length);
    p = tbl_put_counted(p, fw_name, fw_name_length);
    p = tbl_put_counted(p, fw_version, fw_version_length);
    return (uint8_t)(p - out);
}

/* TimeReq */
#define TBL_ID_TIME_REQ 0x05
typedef struct { uint32_t token; } tbl_time_req;
static inline bool tbl_unpack_time_req(const uint8_t *in, uint8_t length, tbl_time_req *out) {
    if (length != 4) return false;
    out->token = tbl_get32(in + 0);
    return true;
}

/* TimeRsp */
#define TBL_ID_TIME_RSP 0x06
static inline uint8_t tbl_pack_time_rsp(uint8_t *out, uint32_t token, uint32_t tick_rx_us, uint32_t tick_tx_us) {
    uint8_t *p = out;
    p = tbl_put32(p, token);
    p = tbl_put32(p, tick_rx_us);
    p = tbl_put32(p, tick_tx_us);
    return (uint8_t)(p - out);
}

/* Status */
#define TBL_ID_STATUS 0x07
static inline uint8_t tbl_pack_status(uint8_t *out, uint32_t uptime_us, uint32_t next_evt_no, uint32_t lost, uint16_t crc_errors, uint16_t rx_overruns, uint16_t supply_mv, int8_t temperature_c, uint8_t flags) {
    uint8_t *p = out;
    p = tbl_put32(p, uptime_us);
    p = tbl_put32(p, next_evt_no);
    p = tbl_put32(p, lost);
    p = tbl_put16(p, crc_errors);
    p = tbl_put16(p, rx_overruns);
    p = tbl_put16(p, supply_mv);
    p = tbl_put8(p, (uint8_t)temperature_c);
    p = tbl_put8(p, flags);
    return (uint8_t)(p - out);
}

/* Fatal */
#define TBL_ID_FATAL 0x08
static inline uint8_t tbl_pack_fatal(uint8_t *out, uint8_t cause) {
    uint8_t *p = out;
    p = tbl_put8(p, cause);
    return (uint8_t)(p - out);
}

/* Poll */
#define TBL_ID_POLL 0x0a
typedef struct { uint8_t address; uint8_t frames; } tbl_poll;
static inline bool tbl_unpack_poll(const uint8_t *in, uint8_t length, tbl_poll *out) {
    if (length != 2) return false;
    out->address = tbl_get8(in + 0);
    out->frames = tbl_get8(in + 1);
    return true;
}
static inline uint8_t tbl_pack_poll(uint8_t *out, uint8_t address, uint8_t frames) {
    uint8_t *p = out;
    p = tbl_put8(p, address);
    p = tbl_put8(p, frames);
    return (uint8_t)(p - out);
}

#endif
