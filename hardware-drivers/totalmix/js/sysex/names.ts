// Names of channels as registers arrive: each register has two characters, and a name is one when all of its registers came.
import type { Key } from '../hardware.ts';
import type { Registers } from './registers.ts';
import type { RegisterValue } from './words.ts';

const registersOfName = 6;

export class Names {
  readonly #registers: Registers;
  readonly #parts = new Map<Key, Map<number, number>>();

  constructor(registers: Registers) {
    this.#registers = registers;
  }

  /** The whole name once its last register came; undefined before, and for a register without a name. */
  take({ register, value }: RegisterValue): { readonly key: Key; readonly name: string } | undefined {
    const place = this.#registers.nameAt(register);
    if (place === undefined) return undefined;
    const parts = this.#parts.get(place.key) ?? new Map<number, number>();
    this.#parts.set(place.key, parts.set(place.at, value));
    if (parts.size < registersOfName) return undefined;
    this.#parts.delete(place.key);
    const bytes = Buffer.alloc(registersOfName * 2);
    for (const [at, word] of parts) bytes.writeUInt16LE(word, at * 2);
    const [name = ''] = bytes.toString('latin1').split('\0');
    return { key: place.key, name };
  }

  clear(): void {
    this.#parts.clear();
  }
}
