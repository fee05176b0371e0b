// The USB device that something in class/sound belongs to, by sysfs (Linux, Documentation/ABI/stable/sysfs-bus-usb): its link leads
// into the folder of the device (`.../usb1/1-4/1-4.2/1-4.2:1.0`).
import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** A device on USB, by its bus and ports: neither a bus (`usb1`) nor an interface (`1-4.2:1.0`). */
const usbPort = /^\d+-\d+(\.\d+)*$/;

/** The folder of the device; its name is the port, `1-4.2`. Undefined for what is on another bus, or gone. */
export function usbFolder(link: string): string | undefined {
  let folder: string;
  try {
    folder = realpathSync(link);
  } catch {
    return undefined;
  }
  while (!usbPort.test(basename(folder))) {
    if (dirname(folder) === folder) return undefined;
    folder = dirname(folder);
  }
  return folder;
}
