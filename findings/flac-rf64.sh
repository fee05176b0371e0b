#!/usr/bin/env bash
# flac 1.4.2 takes an RF64 file with --keep-foreign-metadata, and gives back one whose chunks are zeros, with exit code 0: after
# RIFF, a size and WAVE nothing stands where `fmt ` was. Without the option the same FLAC gives a good WAV.
# A guess would be: kept metadata makes the way back exact, or it is refused.
# So: a take in RF64 is never put into FLAC with that option, and what came back is read before the source goes.
. "$(dirname "$(realpath "$0")")/pinned.bash"
debian flac=1.4.2+ds-2 libflac12=1.4.2+ds-2 libogg0=1.3.5-3

wav take.wav 1 16 2 48000 RF64
flac --totally-silent --keep-foreign-metadata -o take.flac take.wav
flac --totally-silent -d --keep-foreign-metadata -o kept.wav take.flac && code=0 || code=$?
flac --totally-silent -d -o plain.wav take.flac

seen 'exit code with kept metadata' 0 "$code"
seen 'the first four bytes' RIFF "$(head -c 4 kept.wav)"
seen 'id and size of the first chunk' 0000000000000000 "$(xxd -s 12 -l 8 -p kept.wav)"
seen 'the first chunk without the option' 'fmt ' "$(head -c 16 plain.wav | tail -c 4)"
verdict
