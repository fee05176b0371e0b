// A fresh root of Debian 12 without a compiler, Node or systemd. What runs there has namespaces of its own (mounts, processes,
// network), and ends with its script.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const programs = { debootstrap: 'debootstrap', unshare: 'util-linux', ip: 'iproute2', chroot: 'coreutils' };

/** Why none can be made here; '' where it can. */
export function rootLacks(): string {
  if (process.getuid?.() !== 0) return 'a root of Debian takes an administrator';
  const missing = Object.entries(programs).filter(([program]) => spawnSync('which', [program]).status !== 0);
  return missing.length === 0 ? '' : `sudo apt-get install ${missing.map(([, name]) => name).join(' ')}`;
}

/** What scripts begin with: commands as the units start them, and what waits for the desk. */
const preamble = `
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive
install_package() { dpkg --install "/packages/$1" > /tmp/dpkg.log 2>&1 || { cat /tmp/dpkg.log; exit 1; }; }
as_unit() { mkdir -p /run/rowdesk && chown rowdesk: /run/rowdesk && chmod 700 /run/rowdesk
  runuser -u rowdesk -- env ROWDESK_STATE=/var/lib/rowdesk XDG_RUNTIME_DIR=/run/rowdesk "$@"; }
begin_sound() { as_unit rowdesk drive > /tmp/drive.log 2>&1 & }
begin_desk() { rm -f /tmp/desk.json; as_unit rowdesk start --json > /tmp/desk.json 2> /tmp/desk.log &
  until grep -q url /tmp/desk.json 2> /dev/null; do kill -0 $! || { cat /tmp/desk.log; exit 1; }; sleep 0.1; done
  until rowdesk get /stagebox/virtual-32x16/inputs/1 > /dev/null 2>&1; do sleep 0.1; done; }
end_desk() { desk=$(sed 's/.*"processId":\\([0-9]*\\).*/\\1/' /tmp/desk.json); kill "$desk"
  while kill -0 "$desk" 2> /dev/null; do sleep 0.1; done; }
end_all() { as_unit rowdesk stop 2> /dev/null; }
`;

export class DebianRoot {
  readonly folder: string;

  /** Unpacks and configures Debian's smallest set of packages. */
  constructor(folder: string) {
    this.folder = folder;
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', folder], { stdio: 'pipe' });
    mkdirSync(join(folder, 'packages'));
  }

  bring(file: string): void {
    copyFileSync(file, join(this.folder, 'packages', basename(file)));
  }

  /** Runs a script there; resolves to what it printed. Rejects with that where it fails. */
  async run(script: string): Promise<string> {
    writeFileSync(join(this.folder, 'script.sh'), `set -eu\n${preamble}\n${script}\n`);
    const mounts =
      'ip link set lo up; mount --bind /dev "$0/dev"; mount -t proc proc "$0/proc"; mount -t tmpfs run "$0/run"';
    const inside = `set -e; ${mounts}; exec chroot "$0" env -i sh /script.sh`;
    const own = ['--mount', '--net', '--pid', '--fork', '--kill-child=SIGKILL', '--propagation', 'private'];
    const child = spawn('unshare', [...own, 'sh', '-c', inside, this.folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`the script in the root ended with ${code}:\n${output}`);
    return output;
  }
}
