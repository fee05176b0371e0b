#!/usr/bin/env bash
# ffmpeg's ebur128 filter (the 2018 build of npm's @ffmpeg-installer; Debian's 5.1.9 too) measures short-term loudness before its
# three seconds are full: a steady tone of 3.2 s has a loudness range of 20 LU, and 0 from 3.5 s on. A tone under 0.4 s has
# -70.0 LUFS, as silence has.
# A guess would be: the range of a steady tone is 0 at any length, and too short is said.
# So: loudness of short material is judged by another tool, and -70.0 is read as "not measured".
. "$(dirname "$(realpath "$0")")/pinned.bash"
npm_packages @ffmpeg-installer/linux-x64@4.1.0
ffmpeg=node_modules/@ffmpeg-installer/linux-x64/ffmpeg

measured() {
  "$ffmpeg" -hide_banner -nostats -f lavfi -i "$1" -filter_complex ebur128 -f null - 2>&1 |
    awk '/^ +I:/ { i = $2 } /^ +LRA:/ { range = $2 } END { print i " LUFS, " range " LU" }'
}
tone='aevalsrc=0.5*sin(2*PI*1000*t)|0.5*sin(2*PI*1000*t):s=48000'
seen 'silence of 5 s' '-70.0 LUFS, 0.0 LU' "$(measured 'aevalsrc=0|0:s=48000:d=5')"
seen 'a tone of 0.35 s' '-70.0 LUFS, 0.0 LU' "$(measured "$tone:d=0.35")"
seen 'a tone of 3.2 s' '-6.0 LUFS, 20.0 LU' "$(measured "$tone:d=3.2")"
seen 'a tone of 3.5 s' '-6.0 LUFS, 0.0 LU' "$(measured "$tone:d=3.5")"
verdict
