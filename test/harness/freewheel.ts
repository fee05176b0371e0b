// The count of frames that the virtual stagebox of a desk runs without waiting for their time: 8 bytes of a file that its clock
// has mapped (hardware-drivers/virtual/src/freewheel.h).
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export class Freewheel {
  readonly #file: string;

  /** Of the desk with this state folder, and of those after it: an audio process outlives its control process. */
  constructor(stateFolder: string) {
    this.#file = join(stateFolder, 'freewheel');
    this.runAhead(0);
  }

  /** For the processes of the desk. */
  get env(): Readonly<Record<string, string>> {
    return { ROWDESK_TEST_FREEWHEEL: this.#file };
  }

  runAhead(frames: number): void {
    const file = openSync(this.#file, 'a+');
    const count = Buffer.alloc(8);
    readSync(file, count, 0, count.length, 0);
    closeSync(file);
    count.writeBigUInt64LE(count.readBigUInt64LE() + BigInt(Math.ceil(frames)));
    const again = openSync(this.#file, 'r+');
    writeSync(again, count, 0, count.length, 0);
    closeSync(again);
  }
}
