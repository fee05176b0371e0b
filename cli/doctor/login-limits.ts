// The limits that a login gets by pam_limits (limits.conf(5)), and the command that raises them.
import type { Machine } from './machine.ts';
import { isMember } from './users.ts';

const folder = '/etc/security/limits.d';
const ownFile = `${folder}/90-rowdesk.conf`;

/** `rtprio` as a priority, `memlock` in KiB. */
export type LimitItem = 'rtprio' | 'memlock';

/** What gives `user` a limit of at least `least` of this item from the next login on. */
export function raiseLimits(machine: Machine, user: string, item: LimitItem, least: number): string {
  const granted = domainsWith(machine, item, least);
  const groups = granted.filter((domain) => domain.startsWith('@')).map((domain) => domain.slice(1));
  if (granted.includes(user) || granted.includes('*') || groups.some((group) => isMember(machine, user, group))) {
    return `loginctl terminate-user ${user}   # the limits are there at the next login`;
  }
  const [group] = groups;
  if (group !== undefined) return `sudo usermod -aG ${group} ${user}   # then log in again`;
  return `printf '${user} - rtprio 95\\n${user} - memlock unlimited\\n' | sudo tee ${ownFile}   # then log in again`;
}

/** Users, `@group`s and `*` that get the limit. */
function domainsWith(machine: Machine, item: LimitItem, least: number): readonly string[] {
  const names = machine.names(folder).filter((name) => name.endsWith('.conf'));
  const files = ['/etc/security/limits.conf', ...names.map((name) => `${folder}/${name}`)];
  return files
    .flatMap((file) => machine.text(file).split('\n'))
    .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
    .filter(([, , of, value = '']) => of === item && (isUnlimited(value) || Number(value) >= least))
    .map(([domain = '']) => domain);
}

const isUnlimited = (value: string) => ['unlimited', 'infinity', '-1'].includes(value);
