/* A clock that is so many seconds ahead as the file named by KIBITZ_CLOCK says (eight bytes), for programs that are
   started with this before the C library (LD_PRELOAD). Only the time of day jumps; monotonic clocks go on. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const int64_t *ahead;

__attribute__((constructor)) static void find(void) {
    const char *name = getenv("KIBITZ_CLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *place = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
    if (place != MAP_FAILED) ahead = place;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = syscall(SYS_clock_gettime, clock, now);
    if (!result && ahead && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *ahead;
    return result;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec exact;
    int result = clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    (void)zone;
    return result;
}

time_t time(time_t *kept) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (kept) *kept = exact.tv_sec;
    return exact.tv_sec;
}
