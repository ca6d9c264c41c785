/* What a port gives the firmware: a line, two clocks, a boot number, sleep. Here: ATmega328P and ATmega2560. */
#ifndef PORT_H
#define PORT_H

#include "tbl.h"

/* Everything but the application's own pins; begins the watchdog (2 s). */
void port_init(void);
/* Another number at every start, never 0, counted in EEPROM. */
uint32_t port_boot_id(void);
/* Why this start happened, as TBL_RESET_*. */
uint8_t port_reset_cause(void);
/* Microseconds since the start, modulo 2^32; and milliseconds, from the same crystal. */
uint32_t port_tick_us(void);
uint32_t port_now_ms(void);
/* Move bytes between the line and the device, and let its time pass. */
void port_serve(tbl_device *device);
/* Sleep until the next interrupt: a byte, or the millisecond. */
void port_rest(void);
/* Send what is left, then restart by the watchdog. */
void port_reset(tbl_device *device, uint8_t cause);

#endif
