#!/usr/bin/env bash
# flac 1.4.2 with --keep-foreign-metadata gives a 24-bit WAV back with another `fmt ` chunk: 40 bytes of WAVE_FORMAT_EXTENSIBLE in
# the place of 16 bytes of PCM. A 16-bit file comes back equal to the byte.
# A guess would be: with every chunk kept the file is the same file.
# So: whether a FLAC has all of a take is judged by its samples, never by a digest of files.
. "$(dirname "$(realpath "$0")")/pinned.bash"
debian flac=1.4.2+ds-2 libflac12=1.4.2+ds-2 libogg0=1.3.5-3

for bits in 16 24; do
  wav $bits.wav 1 $bits $((bits / 8)) 48000
  flac --totally-silent --keep-foreign-metadata -o $bits.flac $bits.wav
  flac --totally-silent -d --keep-foreign-metadata -o back-$bits.wav $bits.flac
done
seen '16 bits come back' same "$(cmp -s 16.wav back-16.wav && echo same || echo other)"
seen '24 bits come back' other "$(cmp -s 24.wav back-24.wav && echo same || echo other)"
seen 'size and tag of fmt before' 100000000100 "$(xxd -s 16 -l 6 -p 24.wav)"
seen 'size and tag of fmt after' 28000000feff "$(xxd -s 16 -l 6 -p back-24.wav)"
verdict
