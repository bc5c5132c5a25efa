# shellcheck shell=bash disable=SC2154
# Stand-ins for the two base images, built without an image registry; read by containers.sh.
#
# They carry the exact tags that the Dockerfile and the compose file name. They are not the real images: the Python one
# is a minimal Debian with the CPython of this machine, the NATS one is nothing but the server's binary and BusyBox, whose
# `sh` and other tools the real image has, too. Patch versions may differ from the real ones; what the tests show is our
# image, our configuration and how the pieces work together.

have_image() { docker image inspect "$1" >/dev/null 2>&1; }

# busybox_fetch FILE: one that needs no library, out of Debian's package, which is not installed.
busybox_fetch() {
    local folder="$lab/busybox" try
    mkdir -p "$folder"
    for try in 1 2 3; do
        if (cd "$folder" && { apt-get download -qq busybox-static || { apt-get update -qq && false; }; }) \
            >"$lab/apt.log" 2>&1; then
            dpkg-deb --extract "$folder"/busybox-static_*.deb "$folder"
            cp "$folder/bin/busybox" "$1"
            return 0
        fi
        echo "apt-get could not fetch busybox-static (try $try of 3)"
        sleep $((try * 5))
    done
    tail -n 20 "$lab/apt.log"
    return 1
}

# stand_in_nats TAG: the server of the `embedded` extra, the same version that every other test runs on.
stand_in_nats() {
    local tag=$1 binary folder="$lab/nats"
    binary=$("$python" -c 'import sysconfig, os; print(os.path.join(sysconfig.get_path("scripts"), "nats-server"))')
    [ -x "$binary" ] || { echo "no nats-server beside $python: install the extra \`embedded\`"; return 1; }
    mkdir -p "$folder"
    cp "$binary" "$folder/nats-server"
    busybox_fetch "$folder/busybox" || return 1
    cat >"$folder/Dockerfile" <<'DOCKERFILE'
FROM scratch
COPY nats-server /nats-server
COPY busybox /bin/busybox
RUN ["/bin/busybox", "--install", "-s", "/bin"]
EXPOSE 4222 6222 8222
ENTRYPOINT ["/nats-server"]
DOCKERFILE
    docker build --quiet --tag "$tag" "$folder" >"$lab/build.log" 2>&1 || { cat "$lab/build.log"; return 1; }
}

# The first CPython 3.12 that lives in a folder of its own, so that it can be copied whole.
portable_python() {
    local candidate prefix
    for candidate in "${KIBITZ_LAB_PYTHON:-}" python3.12 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.12.*/bin/python3.12; do
        [ -n "$candidate" ] || continue
        prefix=$("$candidate" -c 'import sys; print(sys.base_prefix if sys.version_info[:2] == (3, 12) else "")' \
            2>/dev/null) || continue
        case "$prefix" in
            "" | /usr) continue ;;
            *) echo "$prefix" && return 0 ;;
        esac
    done
    return 1
}

# apt_mirror SUITE: where apt takes that suite from, in either of the two styles of its lists; nothing if unknown.
apt_mirror() {
    find /etc/apt \( -name '*.sources' -o -name '*.list' \) -type f -exec cat {} + | awk -v suite="$1" '
        $1 == "URIs:" { address = $2 }
        $1 == "Suites:" { for (i = 2; i <= NF; i++) if ($i == suite && !found++) print address }
        $1 == "deb" { for (i = 3; i <= NF; i++) if ($i == suite && !found++) print $(i - 1) }'
}

# stand_in_python TAG: Debian's smallest system, CPython under /usr/local as the real image has it, and the machine's
# certificates, without which pip inside a build trusts nobody behind an inspecting proxy.
stand_in_python() {
    local tag=$1 root="$lab/python-root" prefix mirror suite
    prefix=$(portable_python) || { echo "no CPython 3.12 to copy: name one in KIBITZ_LAB_PYTHON"; return 1; }
    # shellcheck source=/dev/null
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    mirror=$(apt_mirror "$suite")
    local libraries=ca-certificates,netbase,tzdata,libssl3,libffi8,libsqlite3-0,libbz2-1.0,liblzma5,libreadline8
    libraries+=,libncursesw6,libuuid1,zlib1g
    if ! debootstrap --variant=minbase --include="$libraries" "$suite" "$root" ${mirror:+"$mirror"} \
        >"$lab/debootstrap.log" 2>&1; then
        tail -n 20 "$lab/debootstrap.log"
        return 1
    fi
    tar --create --directory "$prefix" --exclude=test --exclude=__pycache__ --exclude='site-packages/*' . |
        tar --extract --directory "$root/usr/local"
    [ ! -f /etc/ssl/certs/ca-certificates.crt ] ||
        cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
    printf '[global]\ncert = /etc/ssl/certs/ca-certificates.crt\n' >"$root/etc/pip.conf"
    printf '#!/bin/sh\nexec /usr/local/bin/python -m pip "$@"\n' >"$root/usr/local/bin/pip"
    chmod 755 "$root/usr/local/bin/pip"
    chroot "$root" /bin/sh -euc '
        ldconfig
        ln -sf python3.12 /usr/local/bin/python3
        ln -sf python3.12 /usr/local/bin/python
        python -m ensurepip >/dev/null 2>&1
        rm -rf /var/cache/apt/archives/*.deb /var/lib/apt/lists/*
    '
    tar --create --directory "$root" . |
        docker import --change 'ENV PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8' \
            --change 'CMD ["python3"]' - "$tag" >/dev/null
    rm -rf "$root"
}
