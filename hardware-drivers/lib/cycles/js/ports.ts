// The ports of a device whose channels have no other names than their numbers.
import type { PortDescription } from 'rowdesk/driver';

/** Ports `in-1` ... and `out-1` ...; `connector`: of each. */
export function portsOf(inputs: number, outputs: number, connector: string): readonly PortDescription[] {
  return [...portsIn('input', inputs, connector), ...portsIn('output', outputs, connector)];
}

function portsIn(direction: PortDescription['direction'], count: number, connector: string): PortDescription[] {
  const [prefix, word] = direction === 'input' ? ['in', 'Input'] : ['out', 'Output'];
  return Array.from({ length: count }, (_, index) => ({
    id: `${prefix}-${index + 1}`,
    label: `${word} ${index + 1}`,
    direction,
    channel: index + 1,
    connector,
  }));
}
