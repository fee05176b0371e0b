// What tells a sound card on USB from others, by sysfs (Linux, Documentation/ABI/stable/sysfs-bus-usb): the link `device` of
// a card in class/sound leads to the interface of its device (`.../usb1/1-4/1-4.2/1-4.2:1.0`).
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { DeviceIdentity } from 'rowdesk/driver';

/** A device on USB, by its bus and ports: neither a bus (`usb1`) nor an interface (`1-4.2:1.0`). */
const usbPort = /^\d+-\d+(\.\d+)*$/;
/** USB has 126 characters at most. */
const longestSerial = 126;

/**
 * The port and the serial number of the USB device that has this card; undefined for a card on another bus, and where
 * sysfs does not say. `sys`: `/sys`. `card`: the kernel's number of the card, or its id (`UCXII`).
 */
export function usbIdentity(sys: string, card: number | string): DeviceIdentity | undefined {
  const cards = join(sys, 'class/sound');
  const name = typeof card === 'number' ? `card${card}` : cardOf(cards, card);
  if (name === undefined) return undefined;
  try {
    const parts = realpathSync(join(cards, name, 'device')).split(sep);
    const place = parts.findLastIndex((part) => usbPort.test(part));
    const port = parts[place];
    if (port === undefined) return undefined;
    const serial = textOf(join(parts.slice(0, place + 1).join(sep), 'serial')).slice(0, longestSerial);
    return serial === '' ? { usbPort: port } : { usbPort: port, serial };
  } catch {
    return undefined;
  }
}

/** The folder of the card with this id: its number is another one after every plugging in. */
function cardOf(cards: string, id: string): string | undefined {
  try {
    return readdirSync(cards).find((name) => /^card\d+$/.test(name) && textOf(join(cards, name, 'id')) === id);
  } catch {
    return undefined;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
