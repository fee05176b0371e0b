# To be sourced: `$folder` is temporary, and what `debian` and `npm_packages` put there is found by the commands that follow.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# debian PACKAGE=VERSION...: unpacked, not installed.
debian() {
  local package
  mkdir -p debs unpacked
  for package; do
    (cd debs && apt-get download -qq "$package" 2> "$folder/apt.log") || {
      echo "apt has no $package (apt-get update, Debian 12): $(cat "$folder/apt.log")" >&2
      exit 2
    }
  done
  for package in debs/*.deb; do dpkg -x "$package" unpacked; done
  export PATH=$folder/unpacked/usr/bin:$PATH
  LD_LIBRARY_PATH=$(find "$folder/unpacked" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
  export LD_LIBRARY_PATH
}

# npm_packages PACKAGE@VERSION...: `node` finds them from here.
npm_packages() {
  npm install --prefix "$folder" --no-save --no-audit --no-fund --loglevel=error "$@" > /dev/null
}

# seen WHAT EXPECTED ACTUAL: one line; a difference is remembered.
changed=0
seen() {
  echo "$1: $3"
  [ "$2" = "$3" ] || { echo "  CHANGED: it was $2"; changed=1; }
}
# The last line of a script.
verdict() {
  [ "$changed" = 0 ] && echo "as before" || { echo "no longer as before"; exit 1; }
}

# wav FILE FORMAT BITS CONTAINER_BYTES FRAMES [RF64]: silence of one channel at 48 kHz with one full-scale frame in its middle.
wav() {
  node -e '
    const [, file, format, bits, bytes, frames, container = "RIFF"] = process.argv;
    const chunk = (id, body, size = body.length) => {
      const head = Buffer.alloc(8);
      head.write(id, "latin1");
      head.writeUInt32LE(size, 4);
      return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
    };
    const fmt = Buffer.alloc(16);
    fmt.writeUInt16LE(+format, 0);
    fmt.writeUInt16LE(1, 2);
    fmt.writeUInt32LE(48000, 4);
    fmt.writeUInt32LE(48000 * +bytes, 8);
    fmt.writeUInt16LE(+bytes, 12);
    fmt.writeUInt16LE(+bits, 14);
    const sound = Buffer.alloc(+frames * +bytes);
    sound.writeIntLE(2 ** (+bits - 1) - 1, Math.floor(+frames / 2) * +bytes, Math.ceil(+bits / 8));
    const is64 = container === "RF64";
    const ds64 = Buffer.alloc(28);
    const data = chunk("data", sound, is64 ? 0xffffffff : sound.length);
    const size = 4 + (is64 ? 36 : 0) + 24 + data.length;
    ds64.writeBigUInt64LE(BigInt(size), 0);
    ds64.writeBigUInt64LE(BigInt(sound.length), 8);
    ds64.writeBigUInt64LE(BigInt(+frames), 16);
    const body = [Buffer.from("WAVE"), ...(is64 ? [chunk("ds64", ds64)] : []), chunk("fmt ", fmt), data];
    require("fs").writeFileSync(file, chunk(container, Buffer.concat(body), is64 ? 0xffffffff : size));
  ' "$@"
}

# extensible FROM TO: the same sound under WAVE_FORMAT_EXTENSIBLE, as sox and ffmpeg write 24 bits; 24 bits in three bytes, mask 4.
extensible() {
  node -e '
    const fs = require("fs");
    const [, from, to] = process.argv;
    const file = fs.readFileSync(from);
    const rest = Buffer.from("16001800040000000100000000001000800000aa00389b71", "hex");
    const fmt = Buffer.concat([file.subarray(20, 36), rest]);
    fmt.writeUInt16LE(0xfffe, 0);
    const out = Buffer.concat([file.subarray(0, 20), fmt, file.subarray(36)]);
    out.writeUInt32LE(fmt.length, 16);
    out.writeUInt32LE(out.length - 8, 4);
    fs.writeFileSync(to, out);
  ' "$@"
}
