// What this system holds plugins by: the program of racks tries it.
import { join } from 'node:path';
import { builtPlaces } from '../../core/base/built-file.ts';
import type { AskedSound } from './asked.ts';
import { advice, type Diagnosis, fine } from './finding.ts';
import type { Machine } from './machine.ts';

const name = 'plugin sandbox';
const words = {
  'user-namespace': 'user namespace',
  'process-namespace': 'process namespace',
  'no-new-privileges': 'no new privileges',
  landlock: 'Landlock',
  seccomp: 'seccomp',
} as const;
type Hold = keyof typeof words;
const holds = Object.keys(words) as readonly Hold[];

/** Undefined where no program of racks is built. */
export function pluginSandbox(machine: Machine, { drivers }: Pick<AskedSound, 'drivers'>): Diagnosis | undefined {
  const folder = drivers.find(({ transports }) => transports.includes('plugins'))?.folder;
  if (folder === undefined) return undefined;
  let line: string | undefined;
  for (const place of builtPlaces) line ??= machine.output(join(folder, place, 'lv2-rack'), ['--sandbox']);
  if (line === undefined) return undefined;
  const given = new Set((JSON.parse(line) as { readonly sandbox: readonly string[] }).sandbox);
  const listed = (which: readonly Hold[]) => which.map((each) => words[each]).join(', ');
  const missing = holds.filter((each) => !given.has(each));
  const held = `racks are held by ${listed(holds.filter((each) => given.has(each))) || 'nothing'}`;
  if (missing.length === 0) return fine(name, held);
  return advice(name, `${held}; this system does not give ${listed(missing)}`, remedy(machine, missing));
}

function remedy(machine: Machine, missing: readonly Hold[]): string {
  const says = (file: string, value: string) => machine.text(`/proc/sys/${file}`).trim() === value;
  if (!missing.includes('user-namespace')) return 'a kernel of 5.13 or newer, with landlock in its option lsm=';
  if (says('kernel/apparmor_restrict_unprivileged_userns', '1')) {
    return 'the AppArmor profile of docs/plugin-sandbox.md, then sudo systemctl reload apparmor';
  }
  if (says('kernel/unprivileged_userns_clone', '0')) return 'sudo sysctl kernel.unprivileged_userns_clone=1';
  if (says('user/max_user_namespaces', '0')) return 'sudo sysctl user.max_user_namespaces=1000';
  return 'docs/plugin-sandbox.md: a container or a service manager may forbid namespaces';
}
