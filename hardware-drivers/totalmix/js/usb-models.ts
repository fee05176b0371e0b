// The devices that USB shows as models, each under the id that the host gives to it on the bus. Pure.
import type { DiscoveredModel } from 'rowdesk/driver';
import type { UsbMidi } from './discovery.ts';
import type { DeviceTable } from './sysex/table.ts';

/** Those that a table is for; `isNamed`: the configuration has the device with this MIDI under an id of its own. */
export function usbModels(
  midis: readonly UsbMidi[],
  tables: Iterable<Pick<DeviceTable, 'model' | 'name' | 'usb'>>,
  isNamed: (midi: string) => boolean,
): readonly DiscoveredModel[] {
  const known = [...tables];
  const found = midis.flatMap(({ midi, modelId, usbPort, serial }): DiscoveredModel[] => {
    const table = known.find(({ usb }) => usb.includes(modelId));
    if (table === undefined || isNamed(midi)) return [];
    const id = `usb-${modelId}${serial === '' ? '' : `-${inId(serial)}`}`;
    return [{ id, transport: 'usb', modelId, model: table.model, label: table.name, address: usbPort }];
  });
  const isTwin = ({ id }: DiscoveredModel) => found.filter((other) => other.id === id).length > 1;
  return found.map((model) => (isTwin(model) ? { ...model, id: `${model.id}-${model.address}` } : model));
}

/** Bytes that are not allowed in ids become `~hh`, as the host writes them; the text is cut at 64 characters. */
function inId(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9._-]/.test(character) ? character : `~${byte.toString(16).padStart(2, '0')}`;
  });
  return bytes.join('').slice(0, 64);
}
