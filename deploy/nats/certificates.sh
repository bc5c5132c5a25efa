#!/usr/bin/env bash
# Makes a certificate authority and one server certificate for the TLS overlay: for a trial, or where no other exists.
#
#   deploy/nats/certificates.sh FOLDER [NAME_OR_ADDRESS…]
#
# The names beside localhost are those by which clients and other servers reach the servers; without any, the names of
# docker-compose.yml. An authority that is already in the folder is kept, so its clients go on trusting a new
# certificate. ca.key belongs somewhere safe; the others are what a server needs.
set -euo pipefail

folder=${1:?usage: certificates.sh FOLDER [NAME_OR_ADDRESS…]}
shift
[ $# -gt 0 ] || set -- nats nats-1 nats-2 nats-3
days=825
mkdir -p "$folder"
cd "$folder"
umask 077

if [ ! -f ca.key ]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -keyout ca.key -out ca.crt \
        -subj "/CN=Kibitz bus authority" -addext "basicConstraints=critical,CA:TRUE,pathlen:0" \
        -addext "keyUsage=critical,keyCertSign,cRLSign" 2>/dev/null
fi

names="DNS:localhost,IP:127.0.0.1"
for name in "$@"; do
    if [[ $name =~ ^[0-9.]+$ || $name == *:* ]]; then
        names+=",IP:$name"
    else
        names+=",DNS:$name"
    fi
done

extensions=$(mktemp)
trap 'rm -f "$extensions" tls.csr' EXIT
# Servers of a cluster are each other's clients, hence both usages.
cat >"$extensions" <<EOF
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth, clientAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = $names
EOF
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout tls.key -out tls.csr \
    -subj "/CN=Kibitz bus" 2>/dev/null
openssl x509 -req -in tls.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days "$days" -extfile "$extensions" \
    -out tls.crt 2>/dev/null
openssl verify -CAfile ca.crt tls.crt >/dev/null
chmod 644 ca.crt tls.crt
echo "$(pwd): ca.crt (for clients and servers), tls.crt and tls.key (for servers), valid for $days days"
