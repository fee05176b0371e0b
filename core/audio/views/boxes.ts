// The stageboxes that devices make: a control device and the device with its sound are one. Pure.
import type { Box, Device } from '../../services.ts';

export function boxesOf(devices: readonly Device[]): readonly Box[] {
  return devices.map(({ id, label, model, transport, driver, present, ports }) => ({
    ...{ id, label, model, transport, present, ports },
    audio: { id, driver, present },
    control: undefined,
    missing: '',
    reason: '',
  }));
}
