import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { machineIn } from './machine-double.ts';
import { pluginSandbox } from './plugin-sandbox.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const driver = { name: 'lv2', transports: ['plugins'], folder: '/opt/rowdesk/lv2', libraries: {} };
const all = ['user-namespace', 'process-namespace', 'no-new-privileges', 'landlock', 'seccomp'];

function find(sandbox: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'rowdesk-sandbox-'));
  folders.push(root);
  const outputs = { '/opt/rowdesk/lv2/build/Release/lv2-rack --sandbox': `${JSON.stringify({ sandbox })}\n` };
  return pluginSandbox(machineIn(root, settings, outputs), { drivers: [driver] });
}

test('a desk without plugins, or whose program is not built, has no finding', () => {
  expect(pluginSandbox(machineIn('/nowhere', {}), { drivers: [] })).toBe(undefined);
  expect(pluginSandbox(machineIn('/nowhere', {}), { drivers: [driver] })).toBe(undefined);
});

test('what the system gives is said, and nothing is to be mended where it gives all', () => {
  expect(find(all)).toEqual({
    ...{ name: 'plugin sandbox', ok: true, fix: '' },
    detail: 'racks are held by user namespace, process namespace, no new privileges, Landlock, seccomp',
  });
});

test.each([
  ['kernel/apparmor_restrict_unprivileged_userns', '1', /AppArmor/],
  ['kernel/unprivileged_userns_clone', '0', /^sudo sysctl kernel.unprivileged_userns_clone=1$/],
  ['user/max_user_namespaces', '0', /^sudo sysctl user.max_user_namespaces=/],
  ['user/max_user_namespaces', '1000', /plugin-sandbox.md/],
])('without namespaces for %s = %s there is advice that says what gives them', (setting, value, fix) => {
  const finding = find(all.slice(2), { [`/proc/sys/${setting}`]: `${value}\n` });
  expect(finding).toMatchObject({ ok: true, fix: expect.stringMatching(fix) });
  expect(finding?.detail).toMatch(/; this system does not give user namespace, process namespace$/);
});

test('an old kernel without Landlock is named', () => {
  const finding = find(all.filter((each) => each !== 'landlock'));
  expect(finding?.detail).toMatch(/does not give Landlock$/);
  expect(finding?.fix).toMatch(/5\.13/);
});
