// What drivers of preamps need: the MIDI of an interface on USB, and the device with the sound of their stagebox.
import type { AskedDriver } from './asked.ts';
import { type Diagnosis, fine, problem } from './finding.ts';
import type { Machine } from './machine.ts';
import type { RunningDesk } from './running-desk.ts';

const sys = '/sys/class/sound';

/** Raw MIDI by which a driver sets preamps, and which this user may not open; undefined where there is none. */
export function preampMidi(machine: Machine, drivers: readonly AskedDriver[], user: string): Diagnosis | undefined {
  const wanted = new Set(drivers.flatMap(({ controls = [] }) => controls));
  const found = machine.names(sys).filter((name) => /^midiC\d+D\d+$/.test(name) && wanted.has(usbId(machine, name)));
  if (found.length === 0) return undefined;
  const files = found.map((name) => `/dev/snd/${name}`);
  const closed = files.filter((file) => !machine.isWritable(file));
  if (closed.length === 0) return fine('preamp MIDI', files.join(', '));
  const detail = `${closed.join(', ')} can not be opened: the preamps of that interface can not be set`;
  return problem('preamp MIDI', detail, `sudo usermod -aG audio ${user}   # then log in again`);
}

/** `device` of the MIDI is the card, that of the card the interface of the USB device, below the device itself. */
function usbId(machine: Machine, name: string): string {
  const [vendor, product] = ['idVendor', 'idProduct'].map((file) =>
    machine.text(`${sys}/${name}/device/device/../${file}`).trim(),
  );
  return `${vendor}:${product}`;
}

/** Stageboxes of the running desk of which a half is not there; undefined where there is none of two halves. */
export function boxHalves({ boxes }: Pick<RunningDesk, 'boxes'>): Diagnosis | undefined {
  const items = (boxes?.items ?? []) as readonly Readonly<Record<string, string>>[];
  const joined = items.filter(({ control }) => control !== '');
  if (joined.length === 0) return undefined;
  const broken = joined.filter(({ audio, missing }) => missing !== '' || audio === '');
  const words = ({ id, missing, reason }: (typeof joined)[number]) => {
    if (missing === '') return `${id} names no device with its sound`;
    return `${id} is without its ${missing === 'audio' ? 'sound' : 'preamps'}: ${reason}`;
  };
  if (broken.length > 0) return problem('stageboxes', broken.map(words).join('; '), 'rowdesk boxes -o table');
  return fine('stageboxes', joined.map(({ id, audio }) => `${id} with the sound of ${audio}`).join('; '));
}
