# shellcheck shell=bash disable=SC2154
# A Docker engine of its own for the container tests; read by containers.sh, which sets `lab` (a temporary folder).
#
# The engine listens on a socket in that folder and keeps everything there, so nothing of a Docker that a machine may
# already have is touched. What it changes outside (packet filter, docker0) is put back by `engine_stop`.

engine_pid=""
engine_forward=""

# Packages of Debian and its relatives; apt mirrors fail now and then, so three tries.
engine_install() {
    local missing=()
    { command -v dockerd && command -v docker; } >/dev/null || missing+=(docker.io)
    command -v docker-compose >/dev/null || docker compose version >/dev/null 2>&1 || missing+=(docker-compose)
    command -v debootstrap >/dev/null || missing+=(debootstrap)
    command -v iptables >/dev/null || missing+=(iptables)
    [ ${#missing[@]} -eq 0 ] && return 0
    command -v apt-get >/dev/null || { echo "no apt-get to install ${missing[*]} with"; return 1; }
    [ "$(id -u)" = 0 ] || { echo "installing ${missing[*]} needs root"; return 1; }
    echo "installing ${missing[*]}"
    local try
    for try in 1 2 3; do
        # A package's own service must not start: policy-rc.d is not ours to write, so RUNLEVEL says "single user".
        if apt-get update -qq >"$lab/apt.log" 2>&1 &&
            RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
                >>"$lab/apt.log" 2>&1; then
            return 0
        fi
        echo "apt-get failed (try $try of 3)"
        sleep $((try * 5))
    done
    tail -n 20 "$lab/apt.log"
    return 1
}

engine_start() {
    engine_forward=$(iptables -S FORWARD | awk '/^-P/ { print $3 }')
    export DOCKER_HOST="unix://$lab/docker.sock"
    # A session of its own: a time limit that ends our process group must not end the engine before its containers.
    setsid dockerd --data-root "$lab/data" --exec-root "$lab/exec" --pidfile "$lab/dockerd.pid" --host "$DOCKER_HOST" \
        >"$lab/dockerd.log" 2>&1 </dev/null &
    engine_pid=$!
    local waited
    for ((waited = 0; waited < 300; waited++)); do
        docker version >/dev/null 2>&1 && return 0
        kill -0 "$engine_pid" 2>/dev/null || break
        sleep 0.1
    done
    echo "the Docker engine did not start:"
    tail -n 20 "$lab/dockerd.log"
    return 1
}

engine_stop() {
    [ -n "$engine_pid" ] || return 0
    local containers
    containers=$(docker ps --all --quiet 2>/dev/null || true)
    # shellcheck disable=SC2086 # a list of ids
    [ -z "$containers" ] || docker rm --force --volumes $containers >/dev/null 2>&1 || true
    docker network prune --force >/dev/null 2>&1 || true
    kill "$engine_pid" 2>/dev/null || true
    wait "$engine_pid" 2>/dev/null || true
    engine_pid=""
    # The engine leaves its chains and FORWARD on DROP: tests with network namespaces would break after us.
    iptables-save | grep -v -i docker | iptables-restore || true
    iptables -P FORWARD "${engine_forward:-ACCEPT}" || true
    ip link delete docker0 >/dev/null 2>&1 || true
    awk -v lab="$lab/" 'index($2, lab) == 1 { print $2 }' /proc/mounts | sort -r | xargs -r umount || true
}
