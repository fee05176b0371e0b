// What tells a sound card on USB from others, by sysfs.
import { basename, join } from 'node:path';
import type { DeviceIdentity } from 'rowdesk/driver';
import { namesIn, textOf } from './files.ts';
import { usbFolder } from './usb-folder.ts';

/** USB has 126 characters at most. */
const longestSerial = 126;

/**
 * The port and the serial number of the USB device that has this card; undefined for a card on another bus, and where
 * sysfs does not say. `sys`: `/sys`. `card`: the kernel's number of the card, or its id (`UCXII`).
 */
export function usbIdentity(sys: string, card: number | string): DeviceIdentity | undefined {
  const cards = join(sys, 'class/sound');
  const name = typeof card === 'number' ? `card${card}` : cardOf(cards, card);
  const folder = name && usbFolder(join(cards, name, 'device'));
  if (!folder) return undefined;
  const serial = textOf(join(folder, 'serial')).slice(0, longestSerial);
  return serial === '' ? { usbPort: basename(folder) } : { usbPort: basename(folder), serial };
}

/** The folder of the card with this id: its number is another one after every plugging in. */
function cardOf(cards: string, id: string): string | undefined {
  return namesIn(cards).find((name) => /^card\d+$/.test(name) && textOf(join(cards, name, 'id')) === id);
}
