import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOfError, ownerOfFile, ownFiles, runAs } from './package-owners.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk owners-'));
  mkdirSync(join(folder, 'lamp'));
  mkdirSync(join(folder, 'lamp-two'));
  symlinkSync(join(folder, 'lamp'), join(folder, 'linked'));
  for (const name of ['lamp', 'lamp-two']) {
    writeFileSync(join(folder, name, 'index.mjs'), 'export const fail = () => { throw new Error("broken"); };');
  }
  writeFileSync(join(folder, 'lamp', 'old.cjs'), 'exports.fail = () => { throw new Error("broken"); };');
  ownFiles('lamp', join(folder, 'linked'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function thrownBy(file: string): Promise<unknown> {
  const { fail } = await import(pathToFileURL(join(folder, file)).href);
  try {
    return fail();
  } catch (error) {
    return error;
  }
}

test('an exception is of the package whose file stands in its stack, as a module or in CommonJS', async () => {
  expect(ownerOfError(await thrownBy('lamp/index.mjs'))).toBe('lamp');
  expect(ownerOfError(await thrownBy('lamp/old.cjs'))).toBe('lamp');
});

test('a folder whose name begins alike is another package, and a file in no folder of a package has no owner', async () => {
  expect(ownerOfError(await thrownBy('lamp-two/index.mjs'))).toBeUndefined();
  expect(ownerOfError(new Error('of this test'))).toBeUndefined();
  expect(ownerOfFile('node:internal/timers')).toBeUndefined();
});

test('what has no stack is of the package that runs; an exception of rowdesk is not, also from a timer of a package', () => {
  expect(runAs('lamp', () => ownerOfError(undefined))).toBe('lamp');
  expect(runAs('lamp', () => ownerOfError(new Error('of rowdesk')))).toBeUndefined();
  expect(ownerOfError(undefined)).toBeUndefined();
});

test('an error of a socket is of the package that made the socket', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const { connect } = await import('node:net');
  const owner = await new Promise((resolve) => {
    runAs('lamp', () => connect(port, '127.0.0.1').once('error', (error) => resolve(ownerOfError(error))));
  });
  expect(owner).toBe('lamp');
});
