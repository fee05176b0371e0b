// For tests: WirePlumber as the session manager of a daemon, of the version that belongs to it; no D-Bus, no devices, no
// state outside the daemon's folder.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Daemon } from './daemon.ts';
import type { PipeWire } from './pipewires.ts';

/** Its profile in 0.5: what needs hardware, D-Bus or a login is off. */
const profile = `
wireplumber.profiles = {
  test = {
    inherits = [ main-embedded ]
    hardware.audio = disabled
    hardware.bluetooth = disabled
    hardware.video-capture = disabled
    support.dbus = disabled
  }
}
`;

/** True where the WirePlumber of this version is there. */
export const hasWirePlumber = ({ root }: PipeWire): boolean =>
  root !== '' && existsSync(join(root, 'usr/bin/wireplumber')) && existsSync(join(root, 'usr/share/wireplumber'));

/** Until the daemon is removed. */
export function startWirePlumber(daemon: Daemon, { version, root }: PipeWire): void {
  const data = join(root, 'usr/share/wireplumber');
  const folder = join(daemon.folder, 'wireplumber');
  const isOlder = version.startsWith('0.');
  if (isOlder) cpSync(data, folder, { recursive: true });
  mkdirSync(join(folder, 'wireplumber.conf.d'), { recursive: true });
  if (isOlder) {
    const edit = (file: string, changes: readonly (readonly [RegExp, string])[]) => {
      const path = join(folder, file);
      writeFileSync(
        path,
        changes.reduce((text, [from, to]) => text.replace(from, to), readFileSync(path, 'utf8')),
      );
    };
    edit('wireplumber.conf', [
      [/#support.dbus {2}= true/, 'support.dbus = false'],
      [/.*bluetooth\.lua.*/, ''],
    ]);
    edit('main.lua.d/90-enable-all.lua', [[/^(alsa|v4l2|libcamera)_monitor\.enable\(\)$/gm, '']]);
    edit('main.lua.d/50-default-access-config.lua', [[/(\["enable-flatpak-portal"\] = )true/, '$1false']]);
  } else writeFileSync(join(folder, 'wireplumber.conf.d/test.conf'), profile);
  daemon.manage('wireplumber', isOlder ? [] : ['-p', 'test'], {
    HOME: daemon.folder,
    XDG_STATE_HOME: daemon.folder,
    XDG_CONFIG_HOME: join(daemon.folder, 'config'),
    WIREPLUMBER_CONFIG_DIR: isOlder ? folder : `${folder}:${data}`,
    WIREPLUMBER_DATA_DIR: isOlder ? folder : data,
  });
}
