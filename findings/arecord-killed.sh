#!/usr/bin/env bash
# arecord 1.2.8 writes a size of 2 GiB into the header of a recording without an end, and the right one only when it ends in order:
# a recording that was killed says 3 h 6 min (16 bits, two channels, 48 kHz) by its header, and sox believes it, whatever is there.
# A guess would be: 0 or all ones, which readers know as "unknown".
# So: a size of exactly 2^31 is as unknown as 0 and 2^32 - 1; the length is that of the file.
. "$(dirname "$(realpath "$0")")/pinned.bash"
debian alsa-utils=1.2.8-1 libasound2=1.2.8-1+b1 libasound2-data=1.2.8-1 sox=14.4.2+git20190427-3.5 libsox3=14.4.2+git20190427-3.5
export ALSA_CONFIG_PATH=$folder/unpacked/usr/share/alsa/alsa.conf

# The null device has a second of sound at once: the file is as long as the disk is fast, so few bytes are let through.
(ulimit -f 4096 && exec arecord -q -D null -f S16_LE -r 48000 -c 2 take.wav) 2> arecord.log &
wait $! || true
seen 'size of the data chunk' 00000080 "$(xxd -s 40 -l 4 -p take.wav)"
seen 'frames by its header and sox' 536870912 "$(soxi -s take.wav)"
there=$((($(stat -c %s take.wav) - 44) / 4))
echo "frames that are there: $there"
[ "$there" -lt 2000000 ] || exit 1
verdict
