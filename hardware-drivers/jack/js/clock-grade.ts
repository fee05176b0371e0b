// What gives a JACK server its time, by its driver.
import type { ClockGrade } from 'rowdesk/driver';

/**
 * `alias`: the first one of a port of hardware, which begins with the driver's name: `alsa_pcm:hw:0:out1`. Of jackd's drivers
 * `dummy` runs by a timer, and `net` and `proxy` by a server elsewhere. Undefined where no port says.
 */
export function clockGrade(alias: string): ClockGrade | undefined {
  if (alias === '') return undefined;
  if (alias.startsWith('dummy_pcm:')) return 'internal';
  return /^(net|proxy)_pcm:/.test(alias) ? 'network' : 'device';
}
