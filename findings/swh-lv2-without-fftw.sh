#!/usr/bin/env bash
# swh-lv2 of Debian 12 (1.0.16+git20160519~repack0-3+b1) has two plugins, mbeq and pitchScaleHQ, that no host can open: their libraries call
# libfftw3f and don't name it, nor does the package depend on it. lv2ls lists them, and lv2info describes them without a complaint.
# A guess would be: a plugin that a distribution packages, and that the tools of LV2 list, can be opened.
# So: a scan opens each plugin before it is offered, and a refused one has the words of the loader.
. "$(dirname "$(realpath "$0")")/pinned.bash"
debian swh-lv2=1.0.16+git20160519~repack0-3+b1 lilv-utils=0.24.14-1 liblilv-0-0=0.24.14-1 libserd-0-0=0.30.16-1 \
  libsord-0-0=0.16.14+git221008-1 libsratom-0-0=0.6.14-1

export LV2_PATH=$folder/unpacked/usr/lib/lv2
for plugin in mbeq:mbeq pitchScaleHQ:pitch_scale; do
  name=${plugin%:*}
  library=$LV2_PATH/${plugin#*:}-swh.lv2/plugin-linux.so
  uri=http://plugin.org.uk/swh-plugins/$name
  seen "$name, plugins that lv2ls lists" 1 "$(lv2ls | grep -cx "$uri")"
  seen "$name, lines of complaint of lv2info" 0 "$(lv2info "$uri" 2>&1 > /dev/null | wc -l)"
  seen "$name, libraries that it names" 'libm.so.6 libc.so.6' "$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | paste -sd' ')"
  seen "$name, what the loader says" 'undefined symbol: fftwf_execute' \
    "$(python3 -c 'import ctypes, os, sys; ctypes.CDLL(sys.argv[1], os.RTLD_NOW)' "$library" 2>&1 | grep -o 'undefined symbol.*')"
done
verdict
