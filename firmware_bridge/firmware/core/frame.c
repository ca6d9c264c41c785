/* Bytes of a frame: `00 COBS(header payload crc16) 00`, and a decoder that survives any noise. */
#include "tbl.h"

#define HEADER 5
#define CRC 2
#define SENT_BEFORE 0x10

uint16_t tbl_crc16(uint16_t crc, const uint8_t *bytes, uint16_t length) {
    /* CRC-16/IBM-3740, a bit at a time: a table would cost a small controller a quarter of its RAM. */
    while (length--) {
        crc ^= (uint16_t)(*bytes++ << 8);
        for (uint8_t bit = 0; bit < 8; bit++) crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

static bool known(uint8_t type) { return type <= TBL_FRAME_BYE; }

/* Undoes the stuffing in place; the length, or 0 where it is broken. */
static uint8_t unstuff(uint8_t *bytes, uint8_t length) {
    uint8_t in = 0, out = 0;
    while (in < length) {
        uint8_t code = bytes[in++];
        if (code - 1 > length - in) return 0;
        for (uint8_t left = (uint8_t)(code - 1); left; left--) bytes[out++] = bytes[in++];
        if (code < 0xff && in < length) bytes[out++] = 0;
    }
    return out;
}

static bool parse(tbl_decoder *decoder, tbl_frame *frame) {
    uint8_t *b = decoder->bytes, length = unstuff(b, decoder->length);
    if (length < HEADER + CRC) return false;
    if (tbl_crc16(0xffff, b, (uint16_t)(length - CRC)) != (uint16_t)(b[length - 2] << 8 | b[length - 1])) return false;
    if (b[0] >> 5 != TBL_PROTOCOL || !known(b[0] & 0x0f)) return false;
    *frame = (tbl_frame){b[0] & 0x0f, b[1], b[2], b[3], b[4], b + HEADER, (uint8_t)(length - HEADER - CRC)};
    return true;
}

bool tbl_decode(tbl_decoder *decoder, uint8_t byte, tbl_frame *frame) {
    if (byte) {
        if (decoder->skipping) return false;
        if (decoder->length == TBL_IN_BYTES) {
            decoder->skipping = true;
            decoder->garbage++;
            return false;
        }
        decoder->bytes[decoder->length++] = byte;
        return false;
    }
    bool anything = decoder->length && !decoder->skipping;
    bool whole = anything && parse(decoder, frame);
    if (anything && !whole) decoder->garbage++;
    decoder->length = 0;
    decoder->skipping = false;
    return whole;
}

uint16_t tbl_encode(const tbl_frame *frame, bool again, uint8_t *out) {
    uint8_t header[HEADER] = {(uint8_t)(TBL_PROTOCOL << 5 | (again ? SENT_BEFORE : 0) | frame->type), frame->address,
                              frame->session, frame->seq, frame->ack};
    uint16_t crc = tbl_crc16(tbl_crc16(0xffff, header, HEADER), frame->payload, frame->length);
    uint8_t tail[CRC] = {(uint8_t)(crc >> 8), (uint8_t)crc};
    const uint8_t *parts[3] = {header, frame->payload, tail};
    const uint8_t lengths[3] = {HEADER, frame->length, CRC};
    /* A frame is shorter than one COBS block: only zeros begin a new piece. */
    uint8_t *p = out, *code;
    *p++ = 0;
    code = p++;
    *code = 1;
    for (uint8_t part = 0; part < 3; part++) {
        for (uint8_t at = 0; at < lengths[part]; at++) {
            uint8_t byte = parts[part][at];
            if (byte) {
                *p++ = byte;
                ++*code;
            } else {
                code = p++;
                *code = 1;
            }
        }
    }
    *p++ = 0;
    return (uint16_t)(p - out);
}
