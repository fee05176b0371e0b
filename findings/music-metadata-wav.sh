#!/usr/bin/env bash
# music-metadata 11.0.0 answers an RF64 file with an empty format and no error (no codec, no duration), and calls plain PCM in
# WAVE_FORMAT_EXTENSIBLE, as sox and ffmpeg write all 24-bit files, "non-PCM (65534)".
# A guess would be: an error for what it can't read, and the codec of the sub-format.
# So: recordings are read by our own reader, and this library is no judge of them.
. "$(dirname "$(realpath "$0")")/pinned.bash"
npm_packages music-metadata@11.0.0

wav rf64.wav 1 24 3 48000 RF64
wav riff.wav 1 24 3 48000
extensible riff.wav extensible.wav
format() {
  node --input-type=module -e "
    import { parseFile } from 'music-metadata';
    const { format } = await parseFile('$1');
    console.log(format.codec + ', ' + format.duration + ' s');
  "
}
seen 'RIFF' 'PCM, 1 s' "$(format riff.wav)"
seen 'RF64' 'undefined, undefined s' "$(format rf64.wav)"
seen 'extensible' 'non-PCM (65534), 1 s' "$(format extensible.wav)"
verdict
