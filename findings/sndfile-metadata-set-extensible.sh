#!/usr/bin/env bash
# sndfile-metadata-set 1.2.0 says "This is not a WAV file" of a WAV in WAVE_FORMAT_EXTENSIBLE (all 24-bit files of sox and ffmpeg) when
# `bext` is to go in place, where for a plain one it says that a chunk is missing. With a second name it writes bext, and the new
# file has plain PCM: the channel mask is gone.
# A guess would be: a broken file; and a tool for metadata that leaves the format alone.
# So: these words are no verdict about a file, and our bext is written by our own writer.
. "$(dirname "$(realpath "$0")")/pinned.bash"
debian sndfile-programs=1.2.0-1+deb12u1 libsndfile1=1.2.0-1+deb12u1

wav plain.wav 1 24 3 4800
extensible plain.wav extensible.wav
words() {
  sndfile-metadata-set --bext-description one "$@" > words 2>&1 && echo written || grep -oE "not a WAV file|have a 'bext' chunk" words
}
seen 'plain, in place' "have a 'bext' chunk" "$(words plain.wav)"
seen 'extensible, in place' 'not a WAV file' "$(words extensible.wav)"
seen 'extensible, with a second name' written "$(words extensible.wav new.wav)"
seen 'tag before' feff "$(xxd -s 20 -l 2 -p extensible.wav)"
seen 'tag after' 0100 "$(xxd -s 20 -l 2 -p new.wav)"
verdict
