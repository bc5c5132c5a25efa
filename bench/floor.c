/* The least that sending one message to many clients can cost: a loop of send() over connected sockets.

   Commands on standard input: "accept N", "frame BYTES" followed by as many bytes, "send TIMES MICROSECONDS".
   Each is answered by one line; that of "send" has the seconds of processor time and the sends that were cut short. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static double processor_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int main(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listening = socket(AF_INET, SOCK_STREAM, 0), on = 1, clients = 0, *client = NULL;
    char *frame = NULL;
    size_t bytes = 0;
    if (bind(listening, (struct sockaddr *)&address, length) || listen(listening, 1024)) return 1;
    getsockname(listening, (struct sockaddr *)&address, &length);
    setvbuf(stdin, NULL, _IONBF, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("%d\n", ntohs(address.sin_port));
    for (char command[16]; scanf("%15s", command) == 1;) {
        if (command[0] == 'a') {
            if (scanf("%d", &clients) != 1 || !(client = realloc(client, clients * sizeof *client))) return 1;
            for (int i = 0; i < clients; i++) {
                if ((client[i] = accept(listening, NULL, NULL)) < 0) return 1;
                setsockopt(client[i], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            }
            puts("accepted");
        } else if (command[0] == 'f') {
            if (scanf("%zu", &bytes) != 1 || getchar() == EOF || !(frame = realloc(frame, bytes))) return 1;
            if (fread(frame, 1, bytes, stdin) != bytes) return 1;
            puts("framed");
        } else {
            int times, microseconds, cut = 0;
            if (scanf("%d %d", &times, &microseconds) != 2) return 1;
            double began = processor_seconds();
            for (int k = 0; k < times; k++) {
                for (int i = 0; i < clients; i++)
                    cut += send(client[i], frame, bytes, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)bytes;
                usleep(microseconds);
            }
            printf("%f %d\n", processor_seconds() - began, cut);
        }
    }
    return 0;
}
