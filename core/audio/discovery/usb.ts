// The sound devices on USB, as sysfs shows them (Linux, Documentation/ABI/stable/sysfs-bus-usb): a folder per device,
// named by its bus and ports (`1-4.2`), and one per interface (`1-4.2:1.0`), side by side in bus/usb/devices.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DiscoveredModel } from '../../driver.ts';
import { UsbIds } from './usb-ids.ts';

export interface UsbDevice extends DiscoveredModel {
  /** The maker's name from the device, '' for none. */
  readonly vendor: string;
}

export const usbTransport = 'usb';

/** bInterfaceClass of sound (USB-IF, Defined Class Codes). */
const audioClass = '01';
/** A device: neither a bus (`usb1`) nor an interface. */
const deviceName = /^\d+-\d+(\.\d+)*$/;

/**
 * Devices with an interface for sound, and those with a claimed `vendor:product`: some have a protocol of their own only.
 * Reads a few small files; an unreadable device is left out. Ids are `usb-vendor:product-serial`; without a serial number
 * `usb-vendor:product`, and the port after it (`usb-vendor:product-1-4.2`) where there are several. `ids`: of the looks before.
 */
export function readUsb(
  sysRoot: string,
  isClaimed: (modelId: string) => boolean,
  ids: UsbIds = new UsbIds(),
): readonly UsbDevice[] {
  const folder = join(sysRoot, 'bus/usb/devices');
  const names = namesIn(folder);
  const found = names
    .filter((name) => deviceName.test(name))
    .flatMap((port) => readDevice(folder, names, port, isClaimed));
  return ids.name(found);
}

function readDevice(
  folder: string,
  names: readonly string[],
  port: string,
  isClaimed: (modelId: string) => boolean,
): readonly UsbDevice[] {
  const text = (file: string) => textOf(join(folder, port, file));
  const modelId = `${text('idVendor')}:${text('idProduct')}`;
  if (!/^[0-9a-f]{4}:[0-9a-f]{4}$/.test(modelId)) return [];
  const interfaces = names.filter((name) => name.startsWith(`${port}:`));
  const isSound = interfaces.some((name) => textOf(join(folder, name, 'bInterfaceClass')) === audioClass);
  if (!isSound && !isClaimed(modelId)) return [];
  const serial = inId(text('serial'));
  const label = text('product') || modelId;
  return [
    {
      id: `usb-${modelId}${serial === '' ? '' : `-${serial}`}`,
      transport: usbTransport,
      modelId,
      model: wordOf(label),
      label,
      address: port,
      vendor: text('manufacturer'),
    },
  ];
}

/** Bytes that are not allowed in ids become `~hh`; the text is cut at 64 characters. */
function inId(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) => String.fromCharCode(byte));
  const clean = bytes.map((byte) =>
    /[A-Za-z0-9._-]/.test(byte) ? byte : `~${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return clean.join('').slice(0, 64);
}

/** `S-1608` becomes `s-1608`, the spelling of manifests. */
function wordOf(label: string): string {
  const word = label.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return word.replace(/^-|-$/g, '').slice(0, 64) || usbTransport;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
