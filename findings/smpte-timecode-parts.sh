#!/usr/bin/env bash
# smpte-timecode 1.3.6 takes a point as one more separator: "01:00:00.5" at 25 frames is frame 5, and not half a second. Rates with a
# drop-frame form count without drops unless a semicolon stands in the text: the hour "01:00:00:00" at 29.97 is frame 108000, 3.6 s
# after the hour "01:00:00;00" (107892).
# A guess would be: a decimal second, and drop frame as the rate's default, as its constructor's from a number.
# So: timecode is parsed by its own grammar, and the form (drop or not) is a field, never guessed from a rate.
. "$(dirname "$(realpath "$0")")/pinned.bash"
npm_packages smpte-timecode@1.3.6

frame() { node -p "const t = require('smpte-timecode')($1); t.frameCount + ' ' + t.toString()"; }
seen 'a point' '90005 01:00:00:05' "$(frame "'01:00:00.5', 25")"
seen 'colons at 29.97' '108000 01:00:00:00' "$(frame "'01:00:00:00', 29.97")"
seen 'a semicolon at 29.97' '107892 01:00:00;00' "$(frame "'01:00:00;00', 29.97")"
seen 'a number at 29.97' '1800 00:01:00;02' "$(frame '1800, 29.97')"
verdict
