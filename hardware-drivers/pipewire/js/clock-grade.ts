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

/** Of a driver that need not run, by properties of its node: clock, factory (`api.alsa.pcm.sink`), or API of its device. */
export function driverGrade(properties: Readonly<Record<string, string>>): ClockGrade | undefined {
  const { 'clock.name': clock, 'factory.name': factory = '', 'device.api': api } = properties;
  if (clock !== undefined) return clockGrade(clock);
  if (factory.startsWith('support.')) return 'internal';
  return factory.startsWith('api.') || api !== undefined ? 'device' : undefined;
}
