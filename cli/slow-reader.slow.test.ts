// What the built command writes to a reader that takes its time, goes, or has no room.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { packageRoot } from '../core/base/package-root.ts';
import { answerJson, type FakeService, fakeService } from './service-double.ts';

let service: FakeService | undefined;
afterEach(() => service?.close());

/** More than any pipe holds. */
const file = { format: 'rowdesk-session', rows: Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'a row' })) };
const whole = `${JSON.stringify(file, null, 1)}\n`;

function rowdesk(words: readonly string[], stdout: 'pipe' | number = 'pipe') {
  const args = [join(packageRoot, 'dist/cli/main.js'), ...words, '--url', service?.url ?? ''];
  const child = spawn(process.execPath, args, { stdio: ['ignore', stdout, 'pipe'] });
  let err = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<{ code: number | null; err: string }>((resolve) => {
    child.once('exit', (code) => resolve({ code, err }));
  });
  return { child, ended };
}

test('an answer reaches a reader that begins late and reads slowly whole', async () => {
  service = await fakeService((_, response) => answerJson(response, { file }));
  const { child, ended } = rowdesk(['session', 'export', 'friday']);
  const { stdout } = child;
  if (stdout === null) throw new Error('there is no pipe');
  await sleep(1000);
  let text = '';
  for await (const piece of stdout.setEncoding('utf8')) {
    text += piece;
    await sleep(1);
  }
  expect([(await ended).code, text.length]).toEqual([0, whole.length]);
  expect(text).toBe(whole);
});

test('a reader that goes before it has the answer is no success, and no fault in words', async () => {
  service = await fakeService((_, response) => answerJson(response, { file }));
  const { child, ended } = rowdesk(['session', 'export', 'friday']);
  child.stdout?.once('data', () => child.stdout?.destroy());
  expect(await ended).toEqual({ code: 141, err: '' });
});

test('a full disk is a fault in words, and none of the command', async () => {
  service = await fakeService((_, response) => answerJson(response, { file }));
  const { code, err } = await rowdesk(['session', 'export', 'friday'], openSync('/dev/full', 'w')).ended;
  expect([code, err]).toEqual([74, expect.stringMatching(/^The answer can not be written: ENOSPC/)]);
});
