/* The line (USART0), the clocks (timer 1 for microseconds, timer 0 to wake up every millisecond), EEPROM, watchdog. */
#include "port.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

/* The smaller chip has one USART and leaves its number out. */
#ifdef USART0_RX_vect
#define RX_VECTOR USART0_RX_vect
#define UDRE_VECTOR USART0_UDRE_vect
#define TX_VECTOR USART0_TX_vect
#else
#define RX_VECTOR USART_RX_vect
#define UDRE_VECTOR USART_UDRE_vect
#define TX_VECTOR USART_TX_vect
#endif

/* SHARED_LINE: an RS-485 transceiver whose driver is enabled by PB2. Two characters pass before an answer begins. */
#define DRIVER (1 << 2)
#define TURNAROUND_US (2 * 10 * 1000000UL / BAUD)

/* Powers of two: their indices wrap by themselves. */
#define IN_SIZE 64
#define OUT_SIZE 128

static volatile uint8_t in[IN_SIZE], out[OUT_SIZE];
static volatile uint8_t in_head, in_tail, out_head, out_tail;
static volatile uint16_t overruns;
static volatile uint32_t laps; /* of timer 1, each 32768 us */
static uint32_t now_ms, counted_us;
#ifdef SHARED_LINE
static uint32_t heard_us; /* when the last byte was heard */
#endif
static uint16_t rest_us;

/* Both survive a reset by the watchdog, and are noise after a power cut. */
static uint8_t cause_register __attribute__((section(".noinit")));
static uint16_t asked_for __attribute__((section(".noinit")));
#define ASKED 0xa500
static uint32_t EEMEM boots;

/* Before main: after a watchdog reset the watchdog runs on with 15 ms and would end every start. */
void keep_cause(void) __attribute__((naked, used, section(".init3")));
void keep_cause(void) {
    cause_register = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

ISR(RX_VECTOR) {
    uint8_t status = UCSR0A, byte = UDR0;
#ifdef SHARED_LINE
    if (PORTB & DRIVER) return; /* our own echo */
#endif
    uint8_t next = (uint8_t)(in_head + 1) & (IN_SIZE - 1);
    if (status & (1 << DOR0) || next == in_tail) overruns++;
    if (next == in_tail) return;
    in[in_head] = byte;
    in_head = next;
}

ISR(UDRE_VECTOR) {
    if (out_head == out_tail) {
        UCSR0B &= (uint8_t)~(1 << UDRIE0);
        return;
    }
#ifdef SHARED_LINE
    UCSR0A = 1 << U2X0 | 1 << TXC0; /* the end of the byte before is not the end of this one */
#endif
    UDR0 = out[out_tail];
    out_tail = (uint8_t)(out_tail + 1) & (OUT_SIZE - 1);
}

#ifdef SHARED_LINE
/* The last bit has left: the line is free for others, within a character. */
ISR(TX_VECTOR) {
    if (out_head == out_tail) PORTB &= (uint8_t)~DRIVER;
}
#endif

ISR(TIMER1_OVF_vect) { laps++; }

/* Only wakes the main loop up. */
EMPTY_INTERRUPT(TIMER0_COMPA_vect)

void port_init(void) {
    /* Double speed: 115200 baud from 16 MHz is then off by 2.1 %, which eight bits bear. */
    UCSR0A = 1 << U2X0;
    UBRR0 = (uint16_t)((F_CPU + BAUD * 4UL) / (BAUD * 8UL) - 1);
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UCSR0B = 1 << RXCIE0 | 1 << RXEN0 | 1 << TXEN0;
#ifdef SHARED_LINE
    DDRB |= DRIVER;
    UCSR0B |= 1 << TXCIE0;
#endif
    TCCR1A = 0;
    TCCR1B = 1 << CS11; /* F_CPU / 8: half a microsecond at 16 MHz */
    TIMSK1 = 1 << TOIE1;
    TCCR0A = 1 << WGM01;
    TCCR0B = 1 << CS01 | 1 << CS00; /* F_CPU / 64 */
    OCR0A = (uint8_t)(F_CPU / 64 / 1000 - 1);
    TIMSK0 = 1 << OCIE0A;
    set_sleep_mode(SLEEP_MODE_IDLE);
    wdt_enable(WDTO_2S);
    sei();
}

uint32_t port_boot_id(void) {
    uint32_t number = eeprom_read_dword(&boots) + 1;
    if (!number) number = 1; /* a new EEPROM holds FFFFFFFF */
    eeprom_write_dword(&boots, number);
    return number;
}

uint8_t port_reset_cause(void) {
    if (cause_register & 1 << PORF) return TBL_RESET_POWER_ON;
    if (cause_register & 1 << BORF) return TBL_RESET_BROWN_OUT;
    if (!(cause_register & 1 << WDRF)) return TBL_RESET_POWER_ON;
    uint16_t asked = asked_for;
    asked_for = 0;
    return (asked & 0xff00) == ASKED ? (uint8_t)asked : TBL_RESET_WATCHDOG;
}

uint32_t port_tick_us(void) {
    uint32_t lap;
    uint16_t half_us;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        lap = laps;
        half_us = TCNT1;
        /* The lap that has ended and has not been counted yet. */
        if (TIFR1 & 1 << TOV1 && half_us < 0x8000) lap++;
    }
    return (lap << 15) + (half_us >> 1);
}

uint32_t port_now_ms(void) {
    uint32_t us = port_tick_us(), passed = us - counted_us + rest_us;
    counted_us = us;
    now_ms += passed / 1000;
    rest_us = (uint16_t)(passed % 1000);
    return now_ms;
}

static uint8_t out_room(void) {
    uint8_t room;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { room = (uint8_t)(OUT_SIZE - 1 - ((out_head - out_tail) & (OUT_SIZE - 1))); }
    return room;
}

#ifdef SHARED_LINE
static void take_line(void) {
    if (PORTB & DRIVER) return;
    while (port_tick_us() - heard_us < TURNAROUND_US) {
    }
    PORTB |= DRIVER;
}
#endif

static void put(const uint8_t *bytes, uint16_t length) {
#ifdef SHARED_LINE
    take_line();
#endif
    for (uint16_t i = 0; i < length; i++) {
        out[out_head] = bytes[i];
        out_head = (uint8_t)(out_head + 1) & (OUT_SIZE - 1);
    }
    if (length) ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { UCSR0B |= 1 << UDRIE0; }
}

void port_serve(tbl_device *device) {
    wdt_reset();
    tbl_time(device, port_now_ms(), port_tick_us());
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { device->rx_overruns = overruns; }
    while (in_tail != in_head) {
        uint8_t byte = in[in_tail];
        in_tail = (uint8_t)(in_tail + 1) & (IN_SIZE - 1);
#ifdef SHARED_LINE
        heard_us = port_tick_us();
#endif
        tbl_receive(device, byte);
    }
    /* A frame is made only when the line has room for it: what waits is events, never bytes. */
    static uint8_t wire[TBL_WIRE_BYTES];
    while (out_room() >= TBL_WIRE_BYTES) {
        uint16_t length = tbl_send(device, wire);
        if (!length) break;
        put(wire, length);
    }
}

void port_rest(void) { sleep_mode(); }

void port_reset(tbl_device *device, uint8_t cause) {
    asked_for = ASKED | cause;
    tbl_fatal(device, cause);
    port_serve(device);
    while (out_head != out_tail) sleep_mode();
    /* The last byte is still on its way out: 0.1 ms. The watchdog bites after 15. */
    wdt_enable(WDTO_15MS);
    for (;;) sleep_mode();
}
