// The line that `rowdesk new` prints, run as it stands, where no command rowdesk is installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../core/base/package-root.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-next-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { ...process.env, PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin` };

/** Runs the line until the desk answers, and ends it. */
function runUntilItAnswers(line: string): Promise<{ code: number | null; said: string }> {
  const child = spawn('sh', ['-c', `${line} -- --port 0`], { cwd: folder, env, detached: true, stdio: 'pipe' });
  let said = '';
  let isEnding = false;
  const take = (text: string) => {
    said += text;
    if (isEnding || !said.includes('Rowdesk answers at')) return;
    isEnding = true;
    process.kill(-(child.pid as number), 'SIGINT');
  };
  child.stdout.setEncoding('utf8').on('data', take);
  child.stderr.setEncoding('utf8').on('data', take);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

test.each([
  ['provider', 'lamp', []],
  ['driver', 'tone', []],
  ['driver', 'preamp', ['--control']],
] as const)(
  'the line that new %s %s %j prints works',
  async (kind, name, options) => {
    const made = spawnSync(process.execPath, [join(packageRoot, 'dist/cli/main.js'), 'new', kind, name, ...options], {
      ...{ cwd: folder, env, encoding: 'utf8' },
    });
    const [, line = ''] = /Next: (.*)/.exec(made.stderr) ?? [];
    expect([made.status, line]).toEqual([0, `cd ${name} && npm test && npm start`]);
    const { said } = await runUntilItAnswers(line);
    expect(said).toContain('Rowdesk answers at');
    expect(said).not.toMatch(/not found|not everything was built/i);
  },
  300_000,
);

test('after npm install the package builds all the same', () => {
  const place = { cwd: join(folder, 'tone'), env, encoding: 'utf8' } as const;
  expect(spawnSync('npm', ['install', '--offline', '--no-audit'], place).status).toBe(0);
  const built = spawnSync('npm', ['run', 'build'], place);
  expect([built.status, built.stderr]).toEqual([0, expect.not.stringContaining('not found')]);
}, 120_000);
