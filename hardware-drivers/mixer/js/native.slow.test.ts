// The C++ side: its own tests, linked with what is shipped or compiled for the sanitizers, and the binaries that are shipped.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isFull, isNight } from '../../../test/harness/depth.ts';
import { buildTests } from '../test/build.ts';
import { loadNative } from './native.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const isTested = existsSync(`${folder}build/Release/mixer.node`) || process.env.CI === 'true';

if (!isTested) console.info('mixer: its native build is missing and not tested: npm run build');

describe.skipIf(!isTested)('the C++ tests', () => {
  const variants = isNight ? ['plain', 'address', 'thread'] : ['plain'];
  if (!isNight) console.info('mixer: the sanitizers run in the night (npm run soak -- --night --part sanitizers)');
  test.each(variants)('pass in the %s build', { timeout: 900_000 }, (variant) => {
    buildTests(variant, isFull);
    const args = ['-s', `-j${availableParallelism()}`, 'check', `VARIANT=${variant}`];
    const { status, stdout, stderr } = spawnSync('make', args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, FULL: String(isFull) },
    });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
    expect(stdout).toMatch(/[1-9]\d* tests, 0 failed/);
  });
});

describe.skipIf(!isTested)('the native build', () => {
  test('the first build has the kernel that the mixer would choose on this machine', async () => {
    const { ownKernel } = await import('../../../scripts/steps/own-kernel.mjs');
    expect(loadNative().instructionSets.at(-1)).toBe(ownKernel());
  });

  test('a kernel brings no function that the linker could keep for processors without its instructions', () => {
    for (const instructionSet of loadNative().instructionSets) {
      const library = `${folder}../build/Release/obj.target/kernel-${instructionSet}.a`;
      const { status, stdout } = spawnSync('nm', ['--defined-only', '--extern-only', '-C', library], {
        encoding: 'utf8',
      });
      expect(status).toBe(0);
      const symbols = stdout.split('\n').filter((line) => /^[0-9a-f]{16} /.test(line));
      expect(symbols.map((line) => line.slice(19))).toEqual([`rowdesk::kernels::${instructionSet}`]);
    }
  });
});
