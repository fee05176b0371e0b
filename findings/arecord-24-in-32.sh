#!/usr/bin/env bash
# arecord 1.2.8 writes `-f S24_LE` as 24 bits in frames of four bytes under the tag of plain PCM. sox 14.4.2 and libsndfile 1.2.0
# believe the bits and not the frame size: a second of two channels has 64,000 frames, a third too many, and noise in them.
# A guess would be: what Debian's recorder writes, Debian's players read; or they refuse.
# So: frames are counted by nBlockAlign, and a file of this kind is named when it is read.
. "$(dirname "$(realpath "$0")")/pinned.bash"
debian alsa-utils=1.2.8-1 libasound2=1.2.8-1+b1 libasound2-data=1.2.8-1 sox=14.4.2+git20190427-3.5 \
  libsox3=14.4.2+git20190427-3.5 sndfile-programs=1.2.0-1+deb12u1 libsndfile1=1.2.0-1+deb12u1
export ALSA_CONFIG_PATH=$folder/unpacked/usr/share/alsa/alsa.conf

arecord -q -D null -f S24_LE -r 48000 -c 2 -d 1 take.wav 2> arecord.log
header() { xxd -s "$1" -l 2 -p take.wav; }
seen 'tag, block align, bits' '0100 0800 1800' "$(header 20) $(header 32) $(header 34)"
seen 'bytes of sound' 384000 "$(($(stat -c %s take.wav) - 44))"
seen 'frames by sox, 48,000 are right' 64000 "$(soxi -s take.wav)"
seen 'frames by libsndfile' 64000 "$(sndfile-info take.wav | awk '/^ *Frames/ { print $3; exit }')"
verdict
