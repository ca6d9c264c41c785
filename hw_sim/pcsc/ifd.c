/* Virtual contactless readers for pcscd: an IFD handler whose cards lie in another process.
 *
 * DEVICENAME in reader.conf is "/dev/null:NAME"; the handler connects to the socket NAME in the folder SMARTTABLE_PCSC
 * (AF_UNIX, SOCK_SEQPACKET), one connection a reader. A message is a letter and its bytes:
 *   from the twin:  I atr  a card is there      O  it is gone      U  the reader is unplugged    P  it is back
 *                   R bytes  the answer to T or E, which is given when it comes      M  no answer will come
 *   to the twin:    T apdu   transmit to the card     E bytes  escape command of the reader */
#include <ifdhandler.h>
#include <reader.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define MOST_READERS 16
#define MOST_BYTES 600
#define ANSWER_S 2

typedef struct {
    DWORD lun;
    int used, socket, there, present;
    UCHAR atr[MAX_ATR_SIZE];
    DWORD atr_length;
    UCHAR answer[MOST_BYTES];
    ssize_t answered; /* bytes of the answer, -1 while there is none, -2 for "none will come" */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int wake[2]; /* what pcscd's polling thread sleeps on */
    pthread_t listener;
    char name[108];
} reader;

static reader readers[MOST_READERS];
static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;

static reader *of(DWORD lun) {
    for (int i = 0; i < MOST_READERS; i++)
        if (readers[i].used && readers[i].lun == lun) return &readers[i];
    return NULL;
}

static void wake(reader *r) {
    if (write(r->wake[1], "", 1) < 0) perror("smart table ifd: wake");
}

static void take(reader *r, const UCHAR *message, ssize_t length) {
    pthread_mutex_lock(&r->lock);
    switch (message[0]) {
    case 'I':
        r->present = 1;
        r->atr_length = (DWORD)(length - 1 < MAX_ATR_SIZE ? length - 1 : MAX_ATR_SIZE);
        memcpy(r->atr, message + 1, r->atr_length);
        break;
    case 'O': r->present = 0; break;
    case 'U': r->there = r->present = 0; break;
    case 'P': r->there = 1; break;
    case 'R':
        r->answered = length - 1;
        memcpy(r->answer, message + 1, (size_t)(length - 1));
        break;
    case 'M': r->answered = -2; break;
    }
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    if (message[0] != 'R' && message[0] != 'M') wake(r);
}

static int open_socket(const char *name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *folder = getenv("SMARTTABLE_PCSC");
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", folder ? folder : ".", name);
    if (fd >= 0 && !connect(fd, (struct sockaddr *)&address, sizeof address)) return fd;
    if (fd >= 0) close(fd);
    return -1;
}

/* The twin may come later, go, and come again: then the reader is unplugged meanwhile. */
static void *listen_to(void *given) {
    reader *r = given;
    UCHAR message[MOST_BYTES];
    while (r->used) {
        if (r->socket < 0 && (r->socket = open_socket(r->name)) < 0) {
            usleep(50000);
            continue;
        }
        ssize_t length = recv(r->socket, message, sizeof message, 0);
        if (length > 0) {
            take(r, message, length);
        } else {
            close(r->socket);
            r->socket = -1;
            take(r, (const UCHAR *)"U", 1);
            take(r, (const UCHAR *)"M", 1);
        }
    }
    return NULL;
}

static RESPONSECODE create(DWORD lun, const char *device) {
    const char *slash = strrchr(device, ':');
    pthread_mutex_lock(&all);
    reader *r = NULL;
    for (int i = 0; i < MOST_READERS && !r; i++)
        if (!readers[i].used) r = &readers[i];
    if (r) {
        memset(r, 0, sizeof *r);
        r->lun = lun;
        r->used = 1;
        r->socket = -1;
        r->answered = -1;
        snprintf(r->name, sizeof r->name, "%s", slash ? slash + 1 : device);
        pthread_mutex_init(&r->lock, NULL);
        pthread_condattr_t monotonic;
        pthread_condattr_init(&monotonic);
        pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
        pthread_cond_init(&r->changed, &monotonic);
        if (pipe(r->wake) || pthread_create(&r->listener, NULL, listen_to, r)) r->used = 0, r = NULL;
    }
    pthread_mutex_unlock(&all);
    if (!r) return IFD_COMMUNICATION_ERROR;
    /* pcscd looks once for a new reader, at once, and forgets one that is not there. */
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ANSWER_S;
    pthread_mutex_lock(&r->lock);
    while (!r->there && !pthread_cond_timedwait(&r->changed, &r->lock, &until)) continue;
    pthread_mutex_unlock(&r->lock);
    return IFD_SUCCESS;
}

RESPONSECODE IFDHCreateChannelByName(DWORD lun, LPSTR device) { return create(lun, device); }

RESPONSECODE IFDHCreateChannel(DWORD lun, DWORD channel) {
    char name[32];
    snprintf(name, sizeof name, "reader-%lu", channel);
    return create(lun, name);
}

RESPONSECODE IFDHCloseChannel(DWORD lun) {
    reader *r = of(lun);
    if (!r) return IFD_COMMUNICATION_ERROR;
    r->used = 0;
    if (r->socket >= 0) shutdown(r->socket, SHUT_RDWR);
    pthread_join(r->listener, NULL);
    if (r->socket >= 0) close(r->socket);
    close(r->wake[0]);
    close(r->wake[1]);
    return IFD_SUCCESS;
}

/* pcscd sleeps here until something has changed: a card is seen at once instead of after its 0.4 s. */
static RESPONSECODE sleep_until_changed(DWORD lun, int timeout_ms) {
    reader *r = of(lun);
    if (!r) return IFD_NO_SUCH_DEVICE;
    struct pollfd changed = {.fd = r->wake[0], .events = POLLIN};
    char drained[64];
    if (poll(&changed, 1, timeout_ms) > 0 && read(r->wake[0], drained, sizeof drained) < 0) return IFD_COMMUNICATION_ERROR;
    return IFD_SUCCESS;
}

static RESPONSECODE stop_sleeping(DWORD lun) {
    reader *r = of(lun);
    if (r) wake(r);
    return IFD_SUCCESS;
}

RESPONSECODE IFDHGetCapabilities(DWORD lun, DWORD tag, PDWORD length, PUCHAR value) {
    reader *r = of(lun);
    if (!r) return IFD_COMMUNICATION_ERROR;
    void *function = NULL;
    switch (tag) {
    case TAG_IFD_ATR:
    case SCARD_ATTR_ATR_STRING:
        pthread_mutex_lock(&r->lock);
        *length = r->atr_length;
        memcpy(value, r->atr, r->atr_length);
        pthread_mutex_unlock(&r->lock);
        return IFD_SUCCESS;
    case TAG_IFD_SIMULTANEOUS_ACCESS: *value = MOST_READERS; break;
    case TAG_IFD_THREAD_SAFE: *value = 1; break;
    case TAG_IFD_SLOTS_NUMBER: *value = 1; break;
    case TAG_IFD_SLOT_THREAD_SAFE: *value = 0; break;
    case TAG_IFD_POLLING_THREAD_WITH_TIMEOUT: function = (void *)sleep_until_changed; break;
    case TAG_IFD_STOP_POLLING_THREAD: function = (void *)stop_sleeping; break;
    default: return IFD_ERROR_TAG;
    }
    if (!function) {
        *length = 1;
        return IFD_SUCCESS;
    }
    *length = sizeof function;
    memcpy(value, &function, sizeof function);
    return IFD_SUCCESS;
}

RESPONSECODE IFDHSetCapabilities(DWORD lun, DWORD tag, DWORD length, PUCHAR value) {
    (void)lun, (void)tag, (void)length, (void)value;
    return IFD_NOT_SUPPORTED;
}

RESPONSECODE IFDHSetProtocolParameters(DWORD lun, DWORD protocol, UCHAR flags, UCHAR p1, UCHAR p2, UCHAR p3) {
    (void)lun, (void)protocol, (void)flags, (void)p1, (void)p2, (void)p3;
    return IFD_SUCCESS;
}

RESPONSECODE IFDHICCPresence(DWORD lun) {
    reader *r = of(lun);
    if (!r || !r->there) return IFD_NO_SUCH_DEVICE;
    return r->present ? IFD_ICC_PRESENT : IFD_ICC_NOT_PRESENT;
}

RESPONSECODE IFDHPowerICC(DWORD lun, DWORD action, PUCHAR atr, PDWORD length) {
    reader *r = of(lun);
    *length = 0;
    if (!r || !r->there) return IFD_NO_SUCH_DEVICE;
    if (action == IFD_POWER_DOWN) return IFD_SUCCESS;
    if (!r->present) return IFD_ERROR_POWER_ACTION;
    return IFDHGetCapabilities(lun, TAG_IFD_ATR, length, atr);
}

/* Ask the twin and wait for its answer. */
static RESPONSECODE ask(reader *r, char letter, const UCHAR *bytes, DWORD length, UCHAR *answer, DWORD *answered) {
    UCHAR message[MOST_BYTES];
    struct timespec until;
    RESPONSECODE verdict = IFD_SUCCESS;
    DWORD room = *answered;
    *answered = 0;
    if (length > sizeof message - 1) return IFD_COMMUNICATION_ERROR;
    message[0] = (UCHAR)letter;
    memcpy(message + 1, bytes, length);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ANSWER_S;
    pthread_mutex_lock(&r->lock);
    r->answered = -1;
    if (send(r->socket, message, length + 1, MSG_NOSIGNAL) < 0) verdict = IFD_NO_SUCH_DEVICE;
    while (verdict == IFD_SUCCESS && r->answered == -1 && r->there && (letter == 'E' || r->present))
        if (pthread_cond_timedwait(&r->changed, &r->lock, &until)) verdict = IFD_RESPONSE_TIMEOUT;
    if (verdict == IFD_SUCCESS && !r->there) verdict = IFD_NO_SUCH_DEVICE;
    if (verdict == IFD_SUCCESS && r->answered == -2) verdict = IFD_RESPONSE_TIMEOUT;
    if (verdict == IFD_SUCCESS && r->answered < 0) verdict = IFD_ICC_NOT_PRESENT;
    if (verdict == IFD_SUCCESS && (DWORD)r->answered > room) verdict = IFD_ERROR_INSUFFICIENT_BUFFER;
    if (verdict == IFD_SUCCESS) {
        *answered = (DWORD)r->answered;
        memcpy(answer, r->answer, *answered);
    }
    pthread_mutex_unlock(&r->lock);
    return verdict;
}

RESPONSECODE IFDHTransmitToICC(DWORD lun, SCARD_IO_HEADER send_pci, PUCHAR apdu, DWORD length, PUCHAR answer,
                               PDWORD answered, PSCARD_IO_HEADER receive_pci) {
    (void)send_pci, (void)receive_pci;
    reader *r = of(lun);
    if (!r || !r->there) {
        *answered = 0;
        return IFD_NO_SUCH_DEVICE;
    }
    return ask(r, 'T', apdu, length, answer, answered);
}

RESPONSECODE IFDHControl(DWORD lun, DWORD code, PUCHAR bytes, DWORD length, PUCHAR answer, DWORD room, LPDWORD answered) {
    reader *r = of(lun);
    *answered = 0;
    if (!r || !r->there) return IFD_NO_SUCH_DEVICE;
    if (code != SCARD_CTL_CODE(1)) return IFD_ERROR_NOT_SUPPORTED;
    *answered = room;
    return ask(r, 'E', bytes, length, answer, answered);
}
