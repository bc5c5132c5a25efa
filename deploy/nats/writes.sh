#!/bin/sh
# Whether a server of NATS is well, asked every five seconds by whoever runs its container.
#
# A stream whose write failed stores nothing more until its server is started again (nats-server 2.15), and a server that
# is asked for `js-enabled-only` or `js-server-only` does not tell. So when a write has failed and the disk has room
# again, the server is ended, and started again on the same data by whoever runs the container. While the disk is full
# it is let alone: what is stored can be read, and the services say that nothing is written.
#
#     writes.sh js-enabled-only|js-server-only [PID OF THE SERVER]
monitor=${NATS_MONITOR:-8222} folder=${NATS_DATA:-/data} enough=65536

ask() { printf 'GET /healthz%s HTTP/1.0\r\n\r\n' "$1" | nc -w 4 127.0.0.1 "$monitor"; }

if ask '' | grep -q 'write error'; then
    free=$(df -P -k "$folder" | awk 'END { print $4 }')
    echo "a write failed; $free KiB of the disk are free"
    [ "${free:-0}" -lt "$enough" ] && exit 0
    kill -TERM "${2:-1}"
    exit 1
fi
ask "?$1=true" | head -n 1 | grep -q ' 200 '
