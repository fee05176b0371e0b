// The C++ tests for aarch64, from a cross compiler and under emulation: those whose verdict depends on the processor
// (`tests.aarch64` in the Makefile). They judge the sound of the NEON kernel; not its speed, and not the order of memory
// accesses, which is that of the emulating processor.
import { spawnSync } from 'node:child_process';
import { arch } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));
const packagesByProgram = {
  make: 'make',
  'aarch64-linux-gnu-g++': 'g++-aarch64-linux-gnu',
  'qemu-aarch64': 'qemu-user',
};
const missing = Object.entries(packagesByProgram).flatMap(([program, name]) =>
  spawnSync(program, ['--version']).status === 0 ? [] : [name],
);

function reasonToSkip(): string {
  if (arch() === 'arm64') return 'this machine is one: native.slow.test.ts has run them';
  if (missing.length > 0) return `to run them: sudo apt-get install ${missing.join(' ')}`;
  return '';
}

// With CI=true what is missing is a failure.
const reason = process.env.CI === 'true' && arch() !== 'arm64' ? '' : reasonToSkip();
if (reason !== '') console.info(`mixer: the C++ tests for aarch64 are left out: ${reason}`);

describe.skipIf(reason !== '')('the C++ tests for aarch64', () => {
  test('pass under emulation', { timeout: 900_000 }, () => {
    const args = ['-s', '-j2', 'check', 'VARIANT=aarch64'];
    // Without sweeps over all values: those judge figures, which the plain build has.
    const env = { ...process.env, FULL: 'false' };
    const { status, stdout, stderr } = spawnSync('make', args, { cwd: folder, encoding: 'utf8', env });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
    expect(stdout.match(/[1-9]\d* tests, 0 failed/g)).toHaveLength(2);
    expect(stdout).not.toContain('not compared');
  });
});
