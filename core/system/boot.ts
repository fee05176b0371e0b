// This run of the computer. Its clock is the same for all processes, and setting the clock of the system leaves it as it is.
import { readFileSync } from 'node:fs';

/** 32 hexadecimal digits; others after each start of the computer. */
export function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().replaceAll('-', '');
}

/** CLOCK_MONOTONIC. */
export function sinceBootMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
