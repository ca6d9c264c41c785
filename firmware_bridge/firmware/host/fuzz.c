/* Any bytes, at any times, between posts and sends: for libFuzzer (clang -fsanitize=fuzzer), or with FUZZ_MAIN for
 * files of such input. What must hold is checked here; memory is the sanitizers' business. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "tbl.h"

static void on_command(void *user, uint8_t id, const uint8_t *fields, uint8_t length) {
    uint32_t *seen = user;
    *seen += id;
    for (uint8_t i = 0; i < length; i++) *seen += fields[i];
}

static void check(const tbl_device *d) {
    assert(d->flying <= d->window && d->window <= TBL_WINDOW_MOST);
    for (int r = 0; r < 2; r++) {
        const tbl_ring *ring = &d->events.ring[r];
        assert(ring->count <= ring->size);
        for (uint8_t at = 1; at < ring->count; at++)
            assert(ring->number[ring->order[at - 1]] < ring->number[ring->order[at]]);
    }
    for (uint8_t i = 0; i < d->flying; i++) {
        uint8_t length;
        assert(tbl_events_get(&d->events, d->flights[i].evt_no, &length) && length >= 9);
    }
}

/* The first byte of each piece says what happens, the second how much of it. */
static size_t step(tbl_device *d, uint32_t *ms, const uint8_t *data, size_t size) {
    uint8_t wire[TBL_WIRE_BYTES], fields[255] = {0}, much = data[1];
    size_t taken = 2;
    switch (data[0] & 7) {
    case 0: case 1: case 2:
        for (uint8_t i = 0; i < much && taken < size; i++) tbl_receive(d, data[taken++]);
        break;
    case 3:
        *ms += (uint32_t)much * (data[0] >> 3);
        tbl_time(d, *ms, *ms * 1000u);
        break;
    case 4: tbl_post(d, TBL_RING_OF_ACTS, TBL_ID_CALL_BUTTON, *ms, fields, much % 20); break;
    case 5: tbl_post_tag_set(d, 1, 2, *ms, fields, much % 30, 8); break;
    case 6:
        for (uint8_t i = 0; i < much % 32; i++) assert(tbl_send(d, wire) <= TBL_WIRE_BYTES);
        break;
    default:
        if (much == 7) tbl_disconnected(d);
        if (much == 9) tbl_fatal(d, TBL_RESET_CRASH);
        break;
    }
    return taken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static tbl_device d;
    static const uint8_t uid[4] = {1, 2, 3, 4};
    uint32_t seen = 0, ms = 0;
    tbl_identity me = {7, TBL_RESET_POWER_ON, 13, 1, uid, sizeof uid, "fuzz", "1.0.0", size & 1};
    tbl_init(&d, &me, on_command, &seen);
    while (size >= 2) {
        size_t taken = step(&d, &ms, data, size);
        data += taken;
        size -= taken;
        check(&d);
    }
    return 0;
}

#ifdef FUZZ_MAIN
int main(int count, char **names) {
    for (int i = 1; i < count; i++) {
        static uint8_t bytes[1 << 16];
        FILE *file = fopen(names[i], "rb");
        if (!file) return 2;
        LLVMFuzzerTestOneInput(bytes, fread(bytes, 1, sizeof bytes, file));
        fclose(file);
    }
    return 0;
}
#endif
