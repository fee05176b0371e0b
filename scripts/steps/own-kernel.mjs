// Which of the mixer's kernels suits this processor best; mixer/src/kernels/instruction_set.cc asks the same.
import { readFileSync } from 'node:fs';

const needed = {
  avx512: ['avx2', 'fma', 'bmi1', 'bmi2', 'popcnt', 'avx512f', 'avx512bw', 'avx512cd', 'avx512dq', 'avx512vl'],
  avx2: ['avx2', 'fma', 'bmi1', 'bmi2', 'popcnt'],
  sse2: ['sse2'],
};

/** By the words of Linux about the processor. */
export function ownKernel(arch = process.arch, text = cpuinfo()) {
  if (arch === 'arm64') return 'neon';
  if (arch !== 'x64') return 'scalar';
  const flags = new Set(/^flags\s*:(.*)$/m.exec(text)?.[1].trim().split(/\s+/));
  return Object.keys(needed).find((name) => needed[name].every((flag) => flags.has(flag))) ?? 'sse2';
}

function cpuinfo() {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    return '';
  }
}
