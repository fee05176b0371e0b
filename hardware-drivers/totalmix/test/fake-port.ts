// A MIDI port with a device of few registers behind it, for tests of one part; the simulator of test/totalmix is the whole one.
import type { MidiPort } from '../js/sysex/raw-midi.ts';
import { bytesOf, MessageCutter, messageOf, type RegisterValue, registerOf, wordOf } from '../js/sysex/words.ts';

const dump = { register: 0x3e04, value: 0x67cd };
const dumpEnds = 0x2fc0;
const tick = 0x3f00;

export class FakePort {
  /** What a dump reports: by register, places of the mix with bit 15 for their pan. */
  readonly registers = new Map<number, number>();
  readonly written: RegisterValue[] = [];
  readonly others: string[] = [];
  dumps = 0;
  isThere = true;
  isSilent = false;
  /** Says which messages of a dump are lost, from 0; the last one has the end. */
  loses: (dump: number, message: number) => boolean = () => false;
  readonly #cutter = new MessageCutter();
  #toHost: Uint8Array[] = [];

  readonly open = (): MidiPort => {
    this.#check();
    this.#toHost = [];
    return {
      read: () => {
        this.#check();
        return this.#toHost.shift();
      },
      write: (bytes) => {
        this.#check();
        this.#cutter.add(bytes, (message) => this.#take(message));
        return bytes.length;
      },
      close: () => {},
    };
  };

  report(...registers: readonly RegisterValue[]): void {
    this.send(bytesOf({ subId: 0, words: registers.map(wordOf) }));
  }

  send(bytes: Uint8Array): void {
    this.#toHost.push(bytes);
  }

  #check(): void {
    if (!this.isThere) throw new Error('the port is gone');
  }

  #take(bytes: Uint8Array): void {
    const message = messageOf(bytes);
    if (this.isSilent || message === undefined) return;
    if (message.subId !== 0) this.others.push(Buffer.from(bytes).toString('hex'));
    else for (const word of message.words) this.#write(registerOf(word));
  }

  #write(written: RegisterValue | undefined): void {
    if (written === undefined || written.register === tick) return;
    if (written.register === dump.register && written.value === dump.value) this.#dump();
    else {
      this.written.push(written);
      const { register, value } = written;
      const isPlace = register >= 0x2000 && register < 0x2500;
      this.registers.set(isPlace ? register | (value & 0x8000) : register, value);
    }
  }

  #dump(): void {
    const n = this.dumps++;
    const all = [...this.registers].filter(([register]) => (register & 0x7fff) < 0x4000 || register >= 0x8000);
    const words = [
      ...all.map(([register, value]) => ({ register: register & 0x7fff, value })),
      { register: dumpEnds, value: 0 },
    ];
    for (let at = 0; at < words.length; at += 32) {
      if (!this.loses(n, at / 32)) this.report(...words.slice(at, at + 32));
    }
  }
}
