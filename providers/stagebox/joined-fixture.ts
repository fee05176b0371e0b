// A box of two devices: the sound of the virtual stagebox, the preamps of a control device.
import type { Box, Device, Port } from 'rowdesk/provider';

export const sound = 'virtual-32x16';
export const control = 'pre';

/** Two sockets of the control device, the sound of which the ports 3 and 4 have, a third one without sound, an output. */
export function joinedBox(
  devices: readonly Device[],
  { isSoundThere = true, isControlThere = true, id = control, first = 3 } = {},
): Box {
  const at = (channel: number, portId: string, direction: Port['direction'] = 'input'): Port => {
    return { id: portId, label: `Mic ${channel}`, direction, channel, connector: 'xlr' };
  };
  const half = devices.find((device) => device.id === sound) as Device;
  const missing = isSoundThere ? (isControlThere ? '' : 'control') : 'audio';
  return {
    ...{ id, label: 'Preamps', model: 'rme-babyface-pro', transport: 'usb', present: isSoundThere || isControlThere },
    ports: [
      at(1, `${sound}:in-${first}`),
      at(2, `${sound}:in-${first + 1}`),
      at(3, ''),
      at(1, `${sound}:out-5`, 'output'),
    ],
    audio: { id: sound, driver: half.driver, present: isSoundThere },
    control: { id, driver: 'preamps', present: isControlThere },
    missing,
    reason: missing === '' ? '' : `the half with the ${missing === 'audio' ? 'sound' : 'preamps'} is unplugged`,
  };
}
