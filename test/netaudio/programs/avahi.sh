#!/bin/bash
# avahi.sh FOLDER INTERFACE COMMAND...: an Avahi of its own, with the bus that it needs, and a command beside it. Its own mounts keep
# it apart from the machine's; it ends with the command.
set -e
folder=$1 interface=$2; shift 2
if [ "$ROWDESK_AVAHI_MOUNTS" != own ]; then
  ROWDESK_AVAHI_MOUNTS=own exec unshare --mount --pid --fork --kill-child "$0" "$folder" "$interface" "$@"
fi
mount -t tmpfs tmpfs /run
mkdir -p /run/dbus /run/avahi-daemon
cat > "$folder/avahi-bus.conf" <<'BUS'
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path=/run/dbus/system_bus_socket</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/><allow own="*"/><allow send_destination="*"/><allow eavesdrop="true"/>
  </policy>
</busconfig>
BUS
printf '[server]\nhost-name=stage\nallow-interfaces=%s\nuse-ipv6=no\n[publish]\npublish-workstation=no\n' "$interface" \
  > "$folder/avahi-daemon.conf"
dbus-daemon --config-file="$folder/avahi-bus.conf" --nofork --nopidfile & bus=$!
trap 'kill $avahi $bus 2>/dev/null; wait' EXIT
for _ in $(seq 100); do [ -S /run/dbus/system_bus_socket ] && break; sleep 0.05; done
avahi-daemon --no-drop-root --no-chroot --no-rlimits --file="$folder/avahi-daemon.conf" >"$folder/avahi.log" 2>&1 & avahi=$!
for _ in $(seq 200); do grep -q 'Server startup complete' "$folder/avahi.log" && break; sleep 0.05; done
"$@"
