/* What a device keeps until the host has it in its journal: one ring for acts, one for scans, one numbering. */
#include "tbl.h"

static void ring_init(tbl_ring *ring, uint8_t *bytes, uint32_t *number, uint8_t *length, uint8_t *order, uint8_t size,
                      uint8_t place_bytes) {
    *ring = (tbl_ring){bytes, number, length, order, size, place_bytes, 0};
    for (uint8_t place = 0; place < size; place++) order[place] = place;
}

void tbl_events_init(tbl_events *e) {
    e->next_evt_no = 1;
    e->committed = e->delivered = e->lost = 0;
    ring_init(&e->ring[TBL_RING_OF_ACTS], e->act_bytes, e->act_number, e->act_length, e->act_order, TBL_ACTS,
              TBL_ACT_BYTES);
    ring_init(&e->ring[TBL_RING_OF_SCANS], e->scan_bytes, e->scan_number, e->scan_length, e->scan_order, TBL_SCANS,
              TBL_SCAN_BYTES);
}

static uint32_t number_at(const tbl_ring *ring, uint8_t at) { return ring->number[ring->order[at]]; }

/* Takes the event at `at` out; its place becomes the first free one. */
static void take_out(tbl_ring *ring, uint8_t at) {
    uint8_t place = ring->order[at];
    ring->count--;
    memmove(ring->order + at, ring->order + at + 1, (size_t)(ring->count - at));
    ring->order[ring->count] = place;
}

static bool flies(uint32_t evt_no, const tbl_flight *flights, uint8_t flying) {
    for (uint8_t i = 0; i < flying; i++)
        if (flights[i].evt_no == evt_no) return true;
    return false;
}

/* A full ring drops its oldest event that is not on its way; a ring has more places than the window. */
static void make_room(tbl_events *e, tbl_ring *ring, const tbl_flight *flights, uint8_t flying) {
    if (ring->count < ring->size) return;
    uint8_t at = 0;
    while (flies(number_at(ring, at), flights, flying)) at++;
    if (number_at(ring, at) > e->delivered) e->lost++;
    take_out(ring, at);
}

uint32_t tbl_events_add(tbl_events *e, tbl_ring_name name, const uint8_t *bytes, uint8_t length,
                        const tbl_flight *flights, uint8_t flying) {
    tbl_ring *ring = &e->ring[name];
    if (length > ring->place_bytes) return 0;
    make_room(e, ring, flights, flying);
    uint8_t place = ring->order[ring->count++];
    memcpy(ring->bytes + (uint16_t)place * ring->place_bytes, bytes, length);
    ring->length[place] = length;
    ring->number[place] = e->next_evt_no;
    return e->next_evt_no++;
}

uint32_t tbl_events_first(const tbl_events *e, uint32_t from) {
    uint32_t lowest = 0;
    for (uint8_t r = 0; r < 2; r++) {
        const tbl_ring *ring = &e->ring[r];
        for (uint8_t at = 0; at < ring->count; at++) {
            uint32_t number = number_at(ring, at);
            if (number < from) continue;
            if (!lowest || number < lowest) lowest = number;
            break;
        }
    }
    return lowest;
}

const uint8_t *tbl_events_get(const tbl_events *e, uint32_t evt_no, uint8_t *length) {
    for (uint8_t r = 0; r < 2; r++) {
        const tbl_ring *ring = &e->ring[r];
        for (uint8_t at = 0; at < ring->count; at++) {
            uint8_t place = ring->order[at];
            if (ring->number[place] != evt_no) continue;
            *length = ring->length[place];
            return ring->bytes + (uint16_t)place * ring->place_bytes;
        }
    }
    *length = 0;
    return 0;
}

void tbl_events_commit(tbl_events *e, uint32_t evt_no) {
    if (evt_no > e->committed) e->committed = evt_no;
    for (uint8_t r = 0; r < 2; r++) {
        tbl_ring *ring = &e->ring[r];
        while (ring->count && number_at(ring, 0) <= e->committed) take_out(ring, 0);
    }
}
