/* Sizes of one device, to be set by the port's makefile; the defaults fit a controller with 2 KB of RAM. */
#ifndef TBL_CONFIG_H
#define TBL_CONFIG_H

/* Longest payload that this device sends; 240 at most. */
#ifndef TBL_MTU
#define TBL_MTU 64
#endif
/* Longest frame of the host that is for us (HELLO), stuffed; longer ones are passed over. */
#ifndef TBL_IN_BYTES
#define TBL_IN_BYTES 40
#endif
/* Places in the two rings, 16 to 255, and bytes of a place. A call needs 12 bytes, a key 12 and its value. */
#ifndef TBL_ACTS
#define TBL_ACTS 16
#endif
#ifndef TBL_ACT_BYTES
#define TBL_ACT_BYTES 16
#endif
#ifndef TBL_SCANS
#define TBL_SCANS 16
#endif
#ifndef TBL_SCAN_BYTES
#define TBL_SCAN_BYTES TBL_MTU
#endif

#if TBL_MTU > 240 || TBL_MTU < 64
#error "TBL_MTU: 64 (HELLO_ACK needs that) to 240 (one COBS block)"
#endif
#if TBL_ACTS < 16 || TBL_ACTS > 255 || TBL_SCANS < 16 || TBL_SCANS > 255
#error "a ring has 16 to 255 places: more than the window, counted in one byte"
#endif
#if TBL_ACT_BYTES > TBL_MTU || TBL_SCAN_BYTES > TBL_MTU
#error "an event must fit one frame"
#endif

#endif
