// USB sound devices: at which speed they run, and with which others they share a hub (Linux,
// Documentation/ABI/stable/sysfs-bus-usb).
import { advice, type Diagnosis, fine } from './finding.ts';
import type { Machine } from './machine.ts';

const folder = '/sys/bus/usb/devices';
/** bInterfaceClass of sound (USB-IF, Defined Class Codes). */
const audioClass = '01';
/** Mbit/s of USB 1.1, full speed. */
const fullSpeed = 12;

interface UsbSound {
  /** `1-4.2`: bus 1, port 4 of its root, port 2 of the hub there. */
  readonly port: string;
  readonly label: string;
  /** Mbit/s */
  readonly speed: number;
}

/** Undefined where there is no sound device on USB. */
export function usb(machine: Machine): Diagnosis | undefined {
  const found = soundDevices(machine);
  if (found.length === 0) return undefined;
  const slow = found.filter(({ speed }) => speed <= fullSpeed);
  const shared = found.filter(
    ({ port }) => hubOf(port) !== '' && found.filter((other) => hubOf(other.port) === hubOf(port)).length > 1,
  );
  const complaints = [
    ...slow.map(({ label, port }) => `${label} (${port}) runs at 12 Mbit/s, USB 1.1: few channels, long packets`),
    ...(shared.length === 0 ? [] : [`${shared.map(asWords).join(' and ')} share a hub`]),
  ];
  if (complaints.length === 0) return fine('usb', found.map(asWords).join(', '));
  const [first] = [...slow, ...shared] as [UsbSound];
  const step = `lsusb -t   # then plug ${first.label} into a port of the machine of its own, USB 2.0 or newer`;
  return advice('usb', complaints.join('; '), step);
}

const asWords = ({ label, port, speed }: UsbSound) => `${label} (${port}, ${speed} Mbit/s)`;

/** The port of the machine that a hub is in, `1-4` of `1-4.3.1`; '' for a device without a hub. */
const hubOf = (port: string) => (port.includes('.') ? port.slice(0, port.indexOf('.')) : '');

function soundDevices(machine: Machine): readonly UsbSound[] {
  const names = machine.names(folder);
  const text = (name: string, file: string) => machine.text(`${folder}/${name}/${file}`).trim();
  const isSound = (port: string) =>
    names.some((name) => name.startsWith(`${port}:`) && text(name, 'bInterfaceClass') === audioClass);
  return names
    .filter((name) => /^\d+-\d+(\.\d+)*$/.test(name) && isSound(name))
    .map((port) => ({
      port,
      label: text(port, 'product') || `${text(port, 'idVendor')}:${text(port, 'idProduct')}`,
      speed: Number(text(port, 'speed')),
    }))
    .filter(({ speed }) => speed > 0);
}
