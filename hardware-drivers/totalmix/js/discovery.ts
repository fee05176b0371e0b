// The MIDI of a device on USB, as sysfs shows it (Linux, Documentation/ABI/stable/sysfs-bus-usb): /sys/class/sound/midiC1D0 is
// a link into the folder of the device's port, where its ids and serial number stand.
import { basename, join } from 'node:path';
import { namesIn, textOf } from '../../lib/kernel/js/files.ts';
import { usbFolder } from '../../lib/kernel/js/usb-folder.ts';

export interface UsbMidi {
  /** `/dev/snd/midiC1D0`. */
  readonly midi: string;
  /** `2a39:3fd9`. */
  readonly modelId: string;
  /** `1-4.2`. */
  readonly usbPort: string;
  /** '' for none. */
  readonly serial: string;
}

/** The MIDI of all USB devices; of a device with several the first. */
export function usbMidis(sysRoot = '/sys', devRoot = '/dev/snd'): readonly UsbMidi[] {
  const folder = join(sysRoot, 'class/sound');
  const found = new Map<string, UsbMidi>();
  for (const name of namesIn(folder).filter((each) => /^midiC\d+D\d+$/.test(each))) {
    const midi = usbOf(join(folder, name), `${devRoot}/${name}`);
    if (midi && !found.has(midi.usbPort)) found.set(midi.usbPort, midi);
  }
  return [...found.values()];
}

function usbOf(link: string, midi: string): UsbMidi | undefined {
  const folder = usbFolder(link);
  if (folder === undefined) return undefined;
  const text = (file: string) => textOf(join(folder, file));
  if (text('idVendor') === '') return undefined;
  return {
    midi,
    modelId: `${text('idVendor')}:${text('idProduct')}`,
    usbPort: basename(folder),
    serial: text('serial'),
  };
}
