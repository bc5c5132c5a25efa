#!/usr/bin/env bash
# Runs the tests marked `containers`: builds the images, brings the compose file up in its three forms, and plays events.
#
#   deploy/lab/containers.sh [arguments for pytest]
#
# It needs root, Debian's packages or a Docker that is installed, and a CPython 3.12; nothing is pulled. It starts a
# Docker engine of its own in a temporary folder, builds stand-ins for the two base images (stand_ins.sh says what they
# are), runs the tests, and leaves nothing behind. With DOCKER_HOST set, that engine is used instead; base images that
# it already has are used as they are.
#
# Exit 77: there is no way to run containers here; the reason is printed.
set -euo pipefail

cd "$(dirname "$0")/../.."
here=deploy/lab
python=${PYTHON:-.venv/bin/python}
lab=$(mktemp -d -t kibitz-lab-XXXXXX)
export DOCKER_BUILDKIT=0
# shellcheck source=deploy/lab/engine.sh
. "$here/engine.sh"
# shellcheck source=deploy/lab/stand_ins.sh
. "$here/stand_ins.sh"

say() { printf '%4ds  %s\n' "$SECONDS" "$*"; }

finish() {
    local status=$?
    trap - EXIT
    engine_stop
    rm -rf "$lab"
    exit "$status"
}
trap finish EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

base_image() { awk -v name="$2" '$1 == "FROM" && $2 ~ "^" name ":" { print $2; exit } $1 == "image:" && $2 ~ "^" name ":" { print $2; exit }' "$1"; }

if [ -z "${DOCKER_HOST:-}" ]; then
    if ! engine_install; then
        say "containers cannot be run here"
        exit 77
    fi
    if ! engine_start; then
        say "containers cannot be run here"
        exit 77
    fi
    say "the engine runs: $(docker version --format '{{.Server.Version}}')"
fi

nats_image=$(base_image docker-compose.yml nats)
python_image=$(base_image deploy/Dockerfile python)
if ! have_image "$nats_image"; then
    stand_in_nats "$nats_image"
    say "$nats_image: a stand-in"
fi
if ! have_image "$python_image"; then
    stand_in_python "$python_image"
    say "$python_image: a stand-in"
fi

export KIBITZ_CONTAINERS=1
"$python" -m pytest tests/containers -m containers "$@"
