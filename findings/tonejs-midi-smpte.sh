#!/usr/bin/env bash
# @tonejs/midi 2.0.28 reads a standard MIDI file whose division is SMPTE frames (25 frames of 40 ticks, a millisecond each) without an
# error, and every time in it is NaN; midi-file 1.2.4 below it gives framesPerSecond and ticksPerFrame.
# A guess would be: times in seconds, which need no tempo here, or a refusal.
# So: cue files of timecode rooms are read with midi-file, and the division is looked at first.
. "$(dirname "$(realpath "$0")")/pinned.bash"
npm_packages @tonejs/midi@2.0.28 midi-file@1.2.4

cat > read.cjs << 'JS'
// Header: format 0, one track, division -25 and 40. A note from 0 to 1000 ticks.
const bytes = Buffer.from('4d546864' + '00000006' + '0000' + '0001' + 'e728' + '4d54726b' + '0000000d' + '00903c64' + '8768803c00' + '00ff2f00', 'hex');
const { header, tracks } = require('midi-file').parseMidi(bytes);
console.log(header.framesPerSecond, header.ticksPerFrame, tracks[0][1].deltaTime);
const { Midi } = require('@tonejs/midi');
const [note] = new Midi(bytes).tracks[0].notes;
console.log(note.time, note.duration, new Midi(bytes).header.ppq);
JS
seen 'midi-file' '25 40 1000' "$(node read.cjs | head -1)"
seen '@tonejs/midi: time, duration, ppq' 'NaN NaN undefined' "$(node read.cjs | tail -1)"
verdict
