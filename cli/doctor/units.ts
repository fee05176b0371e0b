// Units of systemd that would take one card from each other.
import { join } from 'node:path';
import type { AskedSound } from './asked.ts';
import { type Diagnosis, fine, problem } from './finding.ts';
import type { Machine } from './machine.ts';
import type { Login } from './sound-server.ts';

const ofSystem = '/etc/systemd/system/multi-user.target.wants';

/** Undefined where no unit of rowdesk is enabled. */
export function units(machine: Machine, { name, environment }: Login, asked: AskedSound): Diagnosis | undefined {
  const config = environment.XDG_CONFIG_HOME || join(environment.HOME || `/home/${name}`, '.config');
  const ofUser = join(config, 'systemd/user/default.target.wants');
  const isEnabled = (folder: string, unit: string) => machine.owner(`${folder}/${unit}.service`) !== undefined;
  const system = ['rowdesk-pipewire', 'rowdesk-audio', 'rowdesk'].filter((unit) => isEnabled(ofSystem, unit));
  const user = ['rowdesk-audio', 'rowdesk'].filter((unit) => isEnabled(ofUser, unit));
  if (system.length + user.length === 0) return undefined;
  const listed = [listedOf(system, 'the system'), listedOf(user, name)].filter((words) => words !== '').join('; ');
  const [card] = asked.devices.filter(({ transport }) => transport === 'alsa');
  if (card !== undefined && system.includes('rowdesk-pipewire')) {
    const detail = `${listed}; the configuration names ${card.id}, and rowdesk-pipewire opens a card, too`;
    return problem('units', detail, 'sudo systemctl disable --now rowdesk-pipewire');
  }
  if (system.includes('rowdesk-audio') && user.includes('rowdesk-audio')) {
    const detail = `${listed}: the audio processes of two desks want the same card`;
    return problem('units', detail, 'systemctl --user disable --now rowdesk-audio rowdesk');
  }
  return fine('units', listed);
}

const listedOf = (enabled: readonly string[], whose: string) =>
  enabled.length === 0 ? '' : `enabled for ${whose}: ${enabled.join(', ')}`;
