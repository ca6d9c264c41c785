/* The session with the host: what is taken in, what goes out and when again (PROTOCOL.md, parts 4 to 6). */
#include "tbl.h"

static bool passed(uint32_t now, uint32_t due) { return (int32_t)(now - due) >= 0; }

static void start_sending(tbl_device *d, uint32_t first_evt_no) {
    d->flying = d->first_seq = d->expected = 0;
    d->cursor = first_evt_no;
    d->ack_wanted = d->time_wanted = d->status_wanted = false;
    d->round_trip_8 = 0;
    d->misses = 0;
    d->progress_ms = d->now_ms;
    d->status_due = d->now_ms + TBL_STATUS_EVERY_MS;
}

void tbl_init(tbl_device *d, const tbl_identity *me, tbl_on_command on_command, void *user) {
    memset(d, 0, sizeof *d);
    d->me = *me;
    d->on_command = on_command;
    d->user = user;
    d->window = TBL_WINDOW_MOST;
    tbl_events_init(&d->events);
    start_sending(d, 1);
}

/* -- time ------------------------------------------------------------------------------------------------------ */

static uint32_t rto_ms(const tbl_device *d) {
    uint32_t base = d->round_trip_8 ? d->round_trip_8 / 2 : TBL_RTO_START_MS;
    if (base < TBL_RTO_MIN_MS) base = TBL_RTO_MIN_MS;
    for (uint8_t n = d->misses; n && base < TBL_RTO_MAX_MS; n--) base *= 2;
    return base < TBL_RTO_MAX_MS ? base : TBL_RTO_MAX_MS;
}

/* When the oldest event on its way goes out again; false while one waits for the line already. */
static bool retransmit_due(const tbl_device *d, uint32_t *due) {
    for (uint8_t i = 0; i < d->flying; i++)
        if (d->flights[i].wanted) return false;
    if (!d->flying) return false;
    uint32_t sent = d->flights[0].sent_ms;
    *due = (passed(d->progress_ms, sent) ? d->progress_ms : sent) + rto_ms(d);
    return true;
}

uint32_t tbl_due(const tbl_device *d) {
    uint32_t due;
    return retransmit_due(d, &due) && passed(d->status_due, due) ? due : d->status_due;
}

void tbl_time(tbl_device *d, uint32_t now_ms, uint32_t tick_us) {
    uint32_t due;
    d->now_ms = now_ms;
    d->tick_us = tick_us;
    if (retransmit_due(d, &due) && passed(now_ms, due)) {
        d->flights[0].wanted = true;
        if (d->misses < 8) d->misses++;
        d->progress_ms = now_ms;
    }
    if (passed(now_ms, d->status_due)) {
        d->status_wanted = true;
        d->status_due = now_ms + TBL_STATUS_EVERY_MS;
    }
}

/* -- receiving ------------------------------------------------------------------------------------------------- */

static uint32_t first_unacknowledged(const tbl_device *d) { return d->flying ? d->flights[0].evt_no : d->cursor; }

static void acknowledge(tbl_device *d, uint32_t evt_no) {
    if (evt_no > d->events.delivered) d->events.delivered = evt_no;
}

static void measured(tbl_device *d, uint32_t round_trip) {
    /* At least one millisecond, for 0 stands for "nothing measured". */
    if (!round_trip) round_trip = 1;
    d->round_trip_8 = d->round_trip_8 ? d->round_trip_8 - d->round_trip_8 / 8 + round_trip : 8 * round_trip;
    d->misses = 0;
}

/* Everything before `ack` has arrived. */
static void on_ack(tbl_device *d, uint8_t ack) {
    uint8_t done = (uint8_t)(ack - d->first_seq);
    if (!done || done > d->flying) return;
    bool again = false;
    for (uint8_t i = 0; i < done; i++) again |= d->flights[i].again;
    acknowledge(d, d->flights[done - 1].evt_no);
    if (!again) measured(d, d->now_ms - d->flights[done - 1].sent_ms);
    d->flying = (uint8_t)(d->flying - done);
    memmove(d->flights, d->flights + done, d->flying * sizeof *d->flights);
    d->first_seq = ack;
    d->progress_ms = d->now_ms;
}

static void on_nak(tbl_device *d, const tbl_frame *f) {
    tbl_nak nak;
    if (!tbl_unpack_nak(f->payload, f->length, &nak)) return;
    on_ack(d, nak.expected);
    uint8_t at = (uint8_t)(nak.expected - d->first_seq);
    if (at < d->flying) d->flights[at].wanted = true;
}

static void on_hello(tbl_device *d, const tbl_frame *f) {
    tbl_hello hello;
    if (!tbl_unpack_hello(f->payload, f->length, &hello) || (hello.link_id & 0xff) != f->session) return;
    bool fits = hello.proto_min <= TBL_PROTOCOL && TBL_PROTOCOL <= hello.proto_max;
    bool runs = d->connected && hello.link_id == d->link_id;
    /* A late copy from a session that is over opens nothing. */
    if (fits && !runs && d->has_ended && hello.link_id == d->ended) {
        d->hello_wanted = false;
        return;
    }
    d->hello = hello;
    d->hello_tick = d->tick_us;
    d->hello_wanted = true;
    if (!fits || runs) return;
    uint32_t first = 1;
    if (hello.resume_boot_id == d->me.boot_id)
        first = hello.resume_evt_no < d->events.next_evt_no ? hello.resume_evt_no : d->events.next_evt_no;
    d->connected = true;
    d->link_id = hello.link_id;
    d->window = hello.window < 1 ? 1 : hello.window < TBL_WINDOW_MOST ? hello.window : TBL_WINDOW_MOST;
    if (first) acknowledge(d, first - 1);
    start_sending(d, first);
}

static void on_data(tbl_device *d, const tbl_frame *f) {
    d->ack_wanted = true;
    if (f->seq != d->expected) return;
    d->expected++;
    tbl_committed committed;
    if (!f->length) return;
    uint8_t id = f->payload[0], length = (uint8_t)(f->length - 1);
    if (id != TBL_ID_COMMITTED) {
        if (d->on_command) d->on_command(d->user, id, f->payload + 1, length);
        return;
    }
    if (!tbl_unpack_committed(f->payload + 1, length, &committed)) return;
    /* Never what the host of this session has not acknowledged. */
    uint32_t most = first_unacknowledged(d) ? first_unacknowledged(d) - 1 : 0;
    tbl_events_commit(&d->events, committed.evt_no < most ? committed.evt_no : most);
}

static void on_unreliable(tbl_device *d, const tbl_frame *f) {
    tbl_ping ping;
    if (!f->length || f->payload[0] != TBL_ID_PING) return;
    if (!tbl_unpack_ping(f->payload + 1, (uint8_t)(f->length - 1), &ping)) return;
    d->pong_wanted = true;
    d->pong = ping.token;
}

/* Its turn, with or without a session; a POLL that goes to everyone gives none. */
static void on_poll(tbl_device *d, const tbl_frame *f) {
    tbl_poll poll;
    if (!tbl_unpack_poll(f->payload, f->length, &poll)) return;
    if (f->address != d->me.address || poll.address != d->me.address) return;
    d->has_turn = true;
    d->has_begun = false;
    d->turn_ms = d->now_ms;
    d->turn_events = poll.frames;
}

static void on_frame(tbl_device *d, const tbl_frame *f) {
    if (f->address != d->me.address && f->address != TBL_EVERYONE) return;
    if (f->type == TBL_FRAME_HELLO) {
        on_hello(d, f);
        return;
    }
    if (f->type == TBL_FRAME_UNREL) {
        on_unreliable(d, f);
        return;
    }
    if (f->type == TBL_FRAME_POLL) on_poll(d, f);
    if (!d->connected || f->session != (d->link_id & 0xff)) return;
    on_ack(d, f->ack);
    tbl_time_req time_req;
    switch (f->type) {
    case TBL_FRAME_DATA:
        on_data(d, f);
        break;
    case TBL_FRAME_BYE:
        tbl_disconnected(d);
        break;
    case TBL_FRAME_NAK:
        on_nak(d, f);
        break;
    case TBL_FRAME_TIME_REQ:
        if (!tbl_unpack_time_req(f->payload, f->length, &time_req)) break;
        d->time_wanted = true;
        d->time_token = time_req.token;
        d->time_rx = d->tick_us;
        break;
    default:
        break;
    }
}

void tbl_receive(tbl_device *d, uint8_t byte) {
    tbl_frame frame = {0};
    if (tbl_decode(&d->decoder, byte, &frame)) on_frame(d, &frame);
}

void tbl_disconnected(tbl_device *d) {
    if (d->connected) {
        d->has_ended = true;
        d->ended = d->link_id;
    }
    d->connected = false;
    d->hello_wanted = d->has_turn = false;
    d->decoder.length = 0;
    d->decoder.skipping = false;
    start_sending(d, 1);
}

/* -- events ---------------------------------------------------------------------------------------------------- */

uint32_t tbl_post(tbl_device *d, tbl_ring_name ring, uint8_t id, uint32_t tick_us, const uint8_t *fields,
                  uint8_t length) {
    uint8_t bytes[TBL_MTU];
    if (length > TBL_MTU - 9) return 0;
    uint8_t *p = tbl_put32(tbl_put32(tbl_put8(bytes, id), d->events.next_evt_no), tick_us);
    if (length) memcpy(p, fields, length);
    return tbl_events_add(&d->events, ring, bytes, (uint8_t)(9 + length), d->flights, d->flying);
}

uint32_t tbl_post_tag_set(tbl_device *d, uint8_t antenna, uint16_t round, uint32_t tick_us, const uint8_t *uids,
                          uint8_t count, uint8_t uid_length) {
    enum { HEAD = 5, COUNT = 1, EVENT = 9, ROOM = TBL_SCAN_BYTES - EVENT - HEAD - COUNT };
    uint8_t each = (uint8_t)(1 + uid_length);
    uint8_t a_part = (uint8_t)(ROOM / each), parts = (uint8_t)(count ? (count + a_part - 1) / a_part : 1);
    uint32_t number = 0;
    for (uint8_t part = 0; part < parts; part++) {
        uint8_t fields[TBL_SCAN_BYTES], here = (uint8_t)(count < a_part ? count : a_part);
        uint8_t *p = fields + tbl_pack_tag_set(fields, antenna, round, part, parts);
        *p++ = here;
        for (uint8_t i = 0; i < here; i++, uids += uid_length) p = tbl_put_counted(p, uids, uid_length);
        count = (uint8_t)(count - here);
        number = tbl_post(d, TBL_RING_TAG_SET, TBL_ID_TAG_SET, tick_us, fields, (uint8_t)(p - fields));
    }
    return number;
}

void tbl_fatal(tbl_device *d, uint8_t cause) {
    d->fatal_wanted = true;
    d->fatal = cause;
}

/* -- sending --------------------------------------------------------------------------------------------------- */

static uint16_t frame_out(tbl_device *d, uint8_t type, const uint8_t *payload, uint8_t length, uint8_t seq, bool again,
                          uint8_t *out) {
    uint8_t session = d->connected ? (uint8_t)d->link_id : 0;
    tbl_frame frame = {type, TBL_HOST_ADDRESS, session, seq, d->expected, payload, length};
    d->status_due = d->now_ms + TBL_STATUS_EVERY_MS;
    return tbl_encode(&frame, again, out);
}

static uint8_t text_length(const char *text, uint8_t most) {
    size_t length = strlen(text);
    return (uint8_t)(length < most ? length : most);
}

static uint16_t hello_ack_out(tbl_device *d, uint8_t *out) {
    const tbl_hello *hello = &d->hello;
    const tbl_events *e = &d->events;
    bool fits = hello->proto_min <= TBL_PROTOCOL && TBL_PROTOCOL <= hello->proto_max;
    uint32_t first = tbl_events_first(e, first_unacknowledged(d));
    uint8_t payload[TBL_MTU];
    uint8_t length = tbl_pack_hello_ack(
        payload, fits ? TBL_PROTOCOL : 0, hello->link_id, hello->attempt, d->hello_tick, d->me.boot_id,
        d->me.reset_cause, TBL_DICTIONARY, TBL_MTU, d->window, d->me.antennas, e->committed,
        first ? first : e->next_evt_no, e->next_evt_no, e->lost, d->me.board_uid,
        d->me.board_uid_length < 8 ? d->me.board_uid_length : 8, d->me.fw_name, text_length(d->me.fw_name, 8),
        d->me.fw_version, text_length(d->me.fw_version, 7));
    tbl_frame frame = {TBL_FRAME_HELLO_ACK, TBL_HOST_ADDRESS, (uint8_t)hello->link_id, 0, 0, payload, length};
    d->hello_wanted = false;
    d->status_due = d->now_ms + TBL_STATUS_EVERY_MS;
    return tbl_encode(&frame, false, out);
}

static uint16_t event_out(tbl_device *d, uint8_t at, uint8_t *out) {
    tbl_flight *flight = &d->flights[at];
    uint8_t length;
    if (d->turn_events) d->turn_events--;
    const uint8_t *bytes = tbl_events_get(&d->events, flight->evt_no, &length);
    d->ack_wanted = false;
    return frame_out(d, TBL_FRAME_DATA, bytes, length, (uint8_t)(d->first_seq + at), flight->again, out);
}

static uint16_t data_out(tbl_device *d, uint8_t *out) {
    if (!d->connected || (d->me.shares_line && !d->turn_events)) return 0;
    for (uint8_t at = 0; at < d->flying; at++) {
        if (!d->flights[at].wanted) continue;
        d->flights[at].wanted = false;
        d->flights[at].again = true;
        d->flights[at].sent_ms = d->now_ms;
        return event_out(d, at, out);
    }
    if (d->flying >= d->window) return 0;
    uint32_t evt_no = tbl_events_first(&d->events, d->cursor);
    if (!evt_no) return 0;
    d->flights[d->flying] = (tbl_flight){evt_no, d->now_ms, false, false};
    d->cursor = evt_no + 1;
    return event_out(d, d->flying++, out);
}

static uint16_t pong_out(tbl_device *d, uint8_t *out) {
    uint8_t payload[5] = {TBL_ID_PONG};
    tbl_pack_pong(payload + 1, d->pong);
    d->pong_wanted = false;
    return frame_out(d, TBL_FRAME_UNREL, payload, sizeof payload, 0, false, out);
}

static uint16_t fatal_out(tbl_device *d, uint8_t *out) {
    uint8_t payload[1];
    tbl_pack_fatal(payload, d->fatal);
    d->fatal_wanted = false;
    return frame_out(d, TBL_FRAME_FATAL, payload, sizeof payload, 0, false, out);
}

static uint16_t time_out(tbl_device *d, uint8_t *out) {
    uint8_t payload[12];
    tbl_pack_time_rsp(payload, d->time_token, d->time_rx, d->tick_us);
    d->time_wanted = d->ack_wanted = false;
    return frame_out(d, TBL_FRAME_TIME_RSP, payload, sizeof payload, 0, false, out);
}

static uint16_t status_out(tbl_device *d, uint8_t *out) {
    uint8_t payload[20];
    uint8_t length = tbl_pack_status(payload, d->tick_us, d->events.next_evt_no, d->events.lost, d->decoder.garbage,
                                     d->rx_overruns, d->supply_mv, d->temperature_c, 0);
    d->status_wanted = d->ack_wanted = false;
    return frame_out(d, TBL_FRAME_STATUS, payload, length, 0, false, out);
}

/* Ends its turn, and acknowledges on the way. */
static uint16_t turn_back_out(tbl_device *d, uint8_t *out) {
    uint8_t payload[2], session = d->connected ? (uint8_t)d->link_id : 0;
    bool waits = d->connected && d->flying < d->window && tbl_events_first(&d->events, d->cursor);
    uint8_t length = tbl_pack_poll(payload, d->me.address, waits);
    tbl_frame frame = {TBL_FRAME_POLL, TBL_HOST_ADDRESS, session, 0, d->expected, payload, length};
    d->has_turn = d->ack_wanted = false;
    return tbl_encode(&frame, false, out);
}

/* On a shared line: may it speak? One that has not begun in time lets its turn pass. */
static bool may_speak(tbl_device *d) {
    if (d->has_turn && !d->has_begun && d->now_ms - d->turn_ms > TBL_ANSWER_MS) d->has_turn = false;
    d->has_begun = d->has_turn;
    return d->has_turn;
}

uint16_t tbl_send(tbl_device *d, uint8_t *out) {
    if (d->me.shares_line && !may_speak(d)) return 0;
    if (d->hello_wanted) return hello_ack_out(d, out);
    if (d->pong_wanted) return pong_out(d, out);
    if (d->fatal_wanted) return fatal_out(d, out);
    uint16_t length = data_out(d, out);
    if (length) return length;
    if (d->time_wanted) return time_out(d, out);
    if (d->status_wanted) return status_out(d, out);
    if (d->me.shares_line) return turn_back_out(d, out);
    if (!d->ack_wanted) return 0;
    d->ack_wanted = false;
    return frame_out(d, TBL_FRAME_ACK, 0, 0, 0, false, out);
}
