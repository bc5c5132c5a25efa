#!/usr/bin/env bash
# Makes what docker-compose.yml needs and no repository may hold: certificates, and a password for each user of the bus.
#
#   deploy/secrets.sh [ENV_FILE]      .env without one; certificates go into its KIBITZ_TLS, or ./tls
#
# What is there stays: run it again after an update that brings a new user. A password starts with a letter, because the
# server would read 1e5 as a number.
set -euo pipefail

settings=$(realpath -m "${1:-.env}")
cd "$(dirname "$0")/.."
touch "$settings"
chmod 600 "$settings"

tls=$(sed -n 's/^KIBITZ_TLS=//p' "$settings" | tail -n 1)
tls=${tls:-./tls}
[ -f "$tls/tls.crt" ] || deploy/nats/certificates.sh "$tls"

grep -o 'KIBITZ_NATS_PASSWORD_[A-Z_]*' docker-compose.yml | sort -u | while read -r name; do
    grep -q "^$name=" "$settings" || printf '%s=k%s\n' "$name" "$(openssl rand -hex 24)" >>"$settings"
done
echo "$settings: a password for each user of the bus"
