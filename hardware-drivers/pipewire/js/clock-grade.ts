// What gives a clock of PipeWire its time, by the clock's name.
import type { ClockGrade } from 'rowdesk/driver';

/**
 * `name`: of the clock of a driver (spa/node/io.h), prefixed with the API that has it: `api.alsa.0` is a card's. Drivers
 * without hardware (`support.node.driver`, `support.null-audio-sink`) run by a clock of the system, of which PTP's
 * (`clock.system.ptp0`, pipewire-aes67.conf) comes from a network.
 */
export function clockGrade(name: string): ClockGrade {
  if (name.startsWith('clock.system.ptp')) return 'network';
  return name.startsWith('clock.') ? 'internal' : 'device';
}
