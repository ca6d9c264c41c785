/* A microcontroller in simavr, on a pty and in step with the wall clock. simavr is GPL: this is a program of its own.
 *
 *   runner MCU FIRMWARE.elf PORT EEPROM [SPEED [DRIVER [PIN=LEVEL...]]]
 * PORT is made a link to the pty; EEPROM is a file that keeps the chip's EEPROM from run to run. Says "ready", then
 * takes lines on standard input until it closes:
 *   key N 0|1   key N of the bidding box's matrix goes up or down
 *   pin XN 0|1  an input pin, as in "pin E4 0"
 *   wait N      the next line is taken N milliseconds of the chip later
 * DRIVER, as in B2, is the pin that enables an RS-485 driver: without it no byte leaves, with it none is heard. Exit code 4
 * says that a byte was cut off or lost, or that the driver stayed on for more than two characters after the last one. B3=0 wires
 * a pin before the first instruction. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "avr_eeprom.h"
#include "avr_ioport.h"
#include "avr_uart.h"
#include "sim_avr.h"
#include "sim_elf.h"

#define ROWS 6
#define COLUMNS 8
#define BYTE_CYCLES 1389 /* ten bits at 115200 baud, 16 MHz */
#define SENT_CYCLES 1360 /* ten bits as the chip's own divider makes them */

static avr_t *avr;
static int master;
static double speed = 1.0;
static unsigned char keys[ROWS][COLUMNS];
static unsigned rows_low; /* bit n: row n is pulled low */
static avr_irq_t *uart_in;
static int may_feed = 1;
static const char *eeprom_file;
static unsigned char kept[4096];
static unsigned eeprom_size;
static avr_cycle_count_t orders_from; /* when the next line may be taken */
static unsigned data_end, lowest_stack = 0xffff;
static int has_driver, driver_on;
static avr_cycle_count_t sent_until, longest_tail; /* when the last byte has left; how long the driver stayed on after it */
static unsigned turns, cut_bytes;

static double wall(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static avr_irq_t *pin(char port, int bit) { return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit); }

/* simavr puts its pull-up back whenever the firmware writes the port; what is wired outside is said as well. */
static void set_pin(char port, int bit, int level) {
    static unsigned char driven[256], levels[256];
    avr_irq_t *irq = pin(port, bit);
    if (!irq) return; /* the chip has no such port */
    unsigned char mask = 1 << bit, name = port;
    driven[name] |= mask;
    levels[name] = (levels[name] & ~mask) | (level ? mask : 0);
    avr_ioport_external_t outside = {.name = port, .mask = driven[name], .value = levels[name]};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &outside);
    avr_raise_irq(irq, level);
}

/* A column is low when a key that is down joins it to a row that is low. */
static void set_columns(void) {
    for (int column = 0; column < COLUMNS; column++) {
        int level = 1;
        for (int row = 0; row < ROWS; row++)
            if (rows_low >> row & 1 && keys[row][column]) level = 0;
        set_pin(column < 6 ? 'D' : 'B', column < 6 ? column + 2 : column - 6, level);
    }
}

/* The rows float (inputs) but for the one that is an output, which is low. */
static void on_direction(struct avr_irq_t *irq, uint32_t value, void *user) {
    (void)irq, (void)user;
    rows_low = value & ((1 << ROWS) - 1);
    set_columns();
}

static void on_byte(struct avr_irq_t *irq, uint32_t value, void *user) {
    (void)irq, (void)user;
    unsigned char byte = value;
    if (has_driver && !driver_on) {
        cut_bytes++;
        return;
    }
    sent_until = (sent_until > avr->cycle ? sent_until : avr->cycle) + SENT_CYCLES;
    /* A host that does not read: the wire does not wait for it. */
    if (write(master, &byte, 1) < 0 && errno != EAGAIN) perror("pty");
}

static void on_driver(struct avr_irq_t *irq, uint32_t value, void *user) {
    (void)irq, (void)user;
    if (driver_on && !value) {
        turns++;
        /* A stop bit may be a little short. */
        if (avr->cycle + SENT_CYCLES / 20 < sent_until) cut_bytes++;
        else if (avr->cycle > sent_until && avr->cycle - sent_until > longest_tail) longest_tail = avr->cycle - sent_until;
    }
    driver_on = value != 0;
}

static void on_xon(struct avr_irq_t *irq, uint32_t value, void *user) {
    (void)irq, (void)value, (void)user;
    may_feed = 1;
}

static void on_xoff(struct avr_irq_t *irq, uint32_t value, void *user) {
    (void)irq, (void)value, (void)user;
    may_feed = 0;
}

static avr_cycle_count_t feed(avr_t *chip, avr_cycle_count_t when, void *user) {
    (void)chip, (void)user;
    unsigned char byte;
    if (may_feed && read(master, &byte, 1) == 1 && !(has_driver && driver_on)) avr_raise_irq(uart_in, byte);
    return when + BYTE_CYCLES;
}

/* Sleeping costs the chip cycles, not this machine time; pace() alone waits. */
static void on_sleep(avr_t *chip, avr_cycle_count_t cycles) { (void)chip, (void)cycles; }

static void keep_eeprom(void) {
    avr_eeprom_desc_t all = {.ee = NULL, .offset = 0, .size = 0};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all); /* answers -1 even when it has done it */
    if (!all.ee || !memcmp(kept, all.ee, eeprom_size)) return;
    memcpy(kept, all.ee, eeprom_size);
    FILE *file = fopen(eeprom_file, "wb");
    if (!file) return;
    fwrite(kept, 1, eeprom_size, file);
    fclose(file);
}

static void obey(char *line) {
    int number, level, bit;
    char port;
    if (sscanf(line, "key %d %d", &number, &level) == 2 && number >= 0 && number < ROWS * COLUMNS) {
        keys[number / COLUMNS][number % COLUMNS] = level != 0;
        set_columns();
    } else if (sscanf(line, "pin %c%d %d", &port, &bit, &level) == 3 && bit >= 0 && bit < 8) {
        set_pin(port, bit, level != 0);
    } else if (sscanf(line, "wait %d", &number) == 1) {
        orders_from = avr->cycle + (avr_cycle_count_t)number * (avr->frequency / 1000);
    } else {
        fprintf(stderr, "runner: what is %s\n", line);
    }
}

/* False once standard input has closed. */
static int take_orders(void) {
    static char held[4096];
    static size_t length;
    struct pollfd in = {.fd = 0, .events = POLLIN};
    while (length < sizeof held - 1 && poll(&in, 1, 0) > 0) {
        ssize_t got = read(0, held + length, sizeof held - 1 - length);
        if (got <= 0) return 0;
        length += (size_t)got;
        held[length] = 0;
    }
    for (char *end; avr->cycle >= orders_from && (end = strchr(held, '\n')); length = strlen(held)) {
        *end = 0;
        obey(held);
        memmove(held, end + 1, strlen(end + 1) + 1);
    }
    return 1;
}

static void open_port(const char *link) {
    int slave;
    struct termios raw;
    if (openpty(&master, &slave, NULL, NULL, NULL)) {
        perror("openpty");
        exit(1);
    }
    /* The slave stays open here: a host that goes away must not end the line. */
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    fcntl(master, F_SETFL, O_NONBLOCK);
    unlink(link);
    if (symlink(ttyname(slave), link)) {
        perror(link);
        exit(1);
    }
}

static void join_uart(void) {
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_xon, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_xoff, NULL);
    avr_cycle_timer_register(avr, BYTE_CYCLES, feed, NULL);
}

static void load_eeprom(void) {
    eeprom_size = avr->e2end + 1u < sizeof kept ? avr->e2end + 1u : sizeof kept;
    memset(kept, 0xff, sizeof kept);
    FILE *file = fopen(eeprom_file, "rb");
    if (file) {
        if (fread(kept, 1, eeprom_size, file) != eeprom_size) fprintf(stderr, "runner: %s is short\n", eeprom_file);
        fclose(file);
    }
    avr_eeprom_desc_t all = {.ee = kept, .offset = 0, .size = eeprom_size};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
}

static void start(char **given) {
    elf_firmware_t firmware = {0};
    if (elf_read_firmware(given[2], &firmware)) {
        fprintf(stderr, "runner: %s cannot be read\n", given[2]);
        exit(1);
    }
    avr = avr_make_mcu_by_name(given[1]);
    if (!avr) {
        fprintf(stderr, "runner: no such chip: %s\n", given[1]);
        exit(1);
    }
    avr_init(avr);
    avr->frequency = firmware.frequency = 16000000;
    avr->sleep = on_sleep;
    avr_load_firmware(avr, &firmware);
    data_end = avr->ioend + 1u + firmware.datasize + firmware.bsssize;
    load_eeprom();
    open_port(given[3]);
    join_uart();
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), IOPORT_IRQ_DIRECTION_ALL), on_direction,
                            NULL);
    set_columns();
    set_pin('E', 4, 1); /* the script's button is up */
}

int main(int count, char **given) {
    if (count < 5) {
        fprintf(stderr, "runner MCU FIRMWARE.elf PORT EEPROM [SPEED [DRIVER [PIN=LEVEL...]]]\n");
        return 2;
    }
    eeprom_file = given[4];
    if (count > 5) speed = atof(given[5]);
    start(given);
    if (count > 6) {
        has_driver = 1;
        avr_irq_register_notify(pin(given[6][0], given[6][1] - '0'), on_driver, NULL);
    }
    for (int i = 7; i < count; i++) {
        char port;
        int bit, level;
        if (sscanf(given[i], "%c%d=%d", &port, &bit, &level) == 3 && bit >= 0 && bit < 8) set_pin(port, bit, level != 0);
    }
    puts("ready");
    fflush(stdout);
    const avr_cycle_count_t slice = avr->frequency / 2000; /* half a millisecond of the chip */
    double began = wall();
    avr_cycle_count_t from = avr->cycle, next = avr->cycle + slice;
    for (unsigned round = 0; take_orders(); round++) {
        while (avr->cycle < next) {
            int state = avr_run(avr);
            unsigned stack = avr->data[R_SPL] | avr->data[R_SPH] << 8;
            /* 0 before the start-up code has set it. */
            if (stack > 0xff && stack < lowest_stack) lowest_stack = stack;
            if (state == cpu_Done || state == cpu_Crashed) {
                fprintf(stderr, "runner: the firmware has stopped\n");
                return 1;
            }
        }
        next = avr->cycle + slice;
        /* A reset by the watchdog forgets every timer, ours too, and what the pins were told. */
        if (!avr_cycle_timer_status(avr, feed, NULL)) {
            may_feed = 1;
            set_columns();
            avr_cycle_timer_register(avr, BYTE_CYCLES, feed, NULL);
        }
        double ahead = (avr->cycle - from) / (double)avr->frequency / speed - (wall() - began);
        if (ahead > 0) usleep((useconds_t)(ahead * 1e6));
        if (round % 200 == 0) keep_eeprom();
    }
    keep_eeprom();
    unlink(given[3]);
    fprintf(stderr, "runner: %d bytes between data and stack\n", (int)lowest_stack - (int)data_end);
    if (has_driver)
        fprintf(stderr, "runner: %u turns, %u bytes cut, driver on for %d us after the last\n", turns, cut_bytes,
                (int)(longest_tail / (avr->frequency / 1000000)));
    if (cut_bytes || longest_tail > 2 * SENT_CYCLES) return 4;
    return lowest_stack > data_end + 16 ? 0 : 3; /* a stack that meets the data is a fault that no test sees */
}
