// The slots of the mixer (rowdesk/insert_slot.h), as far as this process touches them: a rack that was killed can't say that it
// serves a slot no more.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes from the start of rd_insert_return to `rack`, a uint32_t. */
const rackOffset = 24;

/** The link to the return of a place's slot. */
export const returnOf = (place: string): string => `${place}.return`;

export type ReleaseSlot = (place: string, rack: number) => void;

/** Clears `rack` of a slot that has this number there. For after the end of that rack: it writes nothing any more. */
export function slotsIn(folder: string): ReleaseSlot {
  return (place, rack) => {
    let file = -1;
    try {
      file = openSync(join(folder, returnOf(place)), 'r+');
      const number = Buffer.alloc(4);
      if (readSync(file, number, 0, 4, rackOffset) === 4 && number.readUInt32LE() === rack) {
        writeSync(file, Buffer.alloc(4), 0, 4, rackOffset);
      }
    } catch {
      // The mixer has no such slot.
    } finally {
      if (file >= 0) closeSync(file);
    }
  };
}
