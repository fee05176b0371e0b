import { expect, test } from 'vitest';
import { ownKernel } from './steps/own-kernel.mjs';

const cpu = (flags) => `processor\t: 0\nflags\t\t: fpu sse sse2 ${flags}\nbugs\t\t: none\n`;
const v3 = 'avx2 fma bmi1 bmi2 popcnt';

test('the kernel of a processor is the widest of which it has all instructions', () => {
  expect(ownKernel('x64', cpu(''))).toBe('sse2');
  expect(ownKernel('x64', cpu('avx2 fma'))).toBe('sse2');
  expect(ownKernel('x64', cpu(v3))).toBe('avx2');
  expect(ownKernel('x64', cpu(`${v3} avx512f avx512bw`))).toBe('avx2');
  expect(ownKernel('x64', cpu(`${v3} avx512f avx512bw avx512cd avx512dq avx512vl`))).toBe('avx512');
  expect(ownKernel('arm64', '')).toBe('neon');
});

test('where nothing is known of the processor, the kernel that any has is built', () => {
  expect(ownKernel('x64', '')).toBe('sse2');
  expect(ownKernel('riscv64', '')).toBe('scalar');
});
