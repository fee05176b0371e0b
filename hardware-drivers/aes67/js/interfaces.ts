// The interfaces that carry the sound: opened when they are there, and again when they are back.
import { networkInterfaces } from 'node:os';
import { textOf } from '../../lib/kernel/js/files.ts';
import type { NativeNetwork } from './native.ts';

export interface SeenInterfaces {
  /** Without the loopback. */
  readonly names: readonly string[];
  /** Those that are up and have an IPv4 address. */
  readonly usable: readonly string[];
  /** Of those, by name. */
  readonly hardwareAddresses: ReadonlyMap<string, string>;
}

/** Of the network namespace of this process: the names below /sys/class/net may be those of another one. */
export function seenInterfaces(): SeenInterfaces {
  const names = textOf('/proc/net/dev')
    .split('\n')
    .flatMap((line) => /^\s*([^\s:]+):/.exec(line)?.[1] ?? [])
    .filter((name) => name !== 'lo')
    .sort();
  const hardwareAddresses = new Map(
    Object.entries(networkInterfaces()).flatMap(([name, addresses]) => {
      const mac = addresses?.find(({ family }) => family === 'IPv4')?.mac;
      return mac === undefined ? [] : [[name, mac] as const];
    }),
  );
  return { names, usable: [...hardwareAddresses.keys()], hardwareAddresses };
}

export class Interfaces {
  readonly #native: Pick<NativeNetwork, 'open' | 'isStale'>;
  readonly #see: () => SeenInterfaces;
  #seen: SeenInterfaces = { names: [], usable: [], hardwareAddresses: new Map() };
  #hardwareAddress = '';
  /** One per path, '' for none. */
  #wanted: readonly string[] = [];
  /** As the native part has them; [] for none. */
  #open: readonly string[] = [];
  /** Why the native part refused them. */
  #refusal = '';
  /** What was seen when they were refused: they are tried again when that changes. */
  #refusedAt = '';

  constructor(native: Pick<NativeNetwork, 'open' | 'isStale'>, see: () => SeenInterfaces) {
    this.#native = native;
    this.#see = see;
  }

  /** Opens these, by name, as far as they are there. */
  want(names: readonly string[]): void {
    this.#wanted = names.some((name) => name !== '') ? names : [];
    this.#refusedAt = '';
    this.look();
  }

  /** Opens again what is back, and closes what is gone. Once a second. */
  look(): void {
    this.#seen = this.#see();
    const { names, usable, hardwareAddresses } = this.#seen;
    const [first = ''] = this.#wanted;
    this.#hardwareAddress = hardwareAddresses.get(first) ?? this.#hardwareAddress;
    const isStale = this.#open.length > 0 && this.#native.isStale();
    // What is open stays open without a link, and goes on by itself when the link is back.
    const goesOn = (name: string) => !isStale && this.#open.includes(name) && names.includes(name);
    const target = this.#wanted.map((name) => (usable.includes(name) || goesOn(name) ? name : ''));
    const isSame = String(target.some(Boolean) ? target : []) === String(this.#open);
    if (isSame && !isStale) return;
    const seen = JSON.stringify([target, usable]);
    if (seen === this.#refusedAt && !isStale && this.#open.length > 0) return;
    this.#refusedAt = '';
    this.#refusal = '';
    if (this.#tries(target)) return;
    this.#refusedAt = seen;
    const alone = target.map((_, path) => target.map((name, at) => (at === path ? name : '')));
    const isOpen = (names: readonly string[]) => !isStale && String(names) === String(this.#open);
    if (alone.some((names) => isOpen(names))) return;
    if (!alone.some((names) => names.some(Boolean) && this.#tries(names))) this.#tries([]);
  }

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** Of the first interface, as it was last there; '' before. */
  get hardwareAddress(): string {
    return this.#hardwareAddress;
  }

  /** Paths that streams have: 2 with a second interface. */
  get paths(): number {
    return this.#wanted[1] ? 2 : 1;
  }

  /** Why no sound comes or goes, in words; '' while one interface at least is up. */
  get away(): string {
    const wanted = this.#wanted.filter(Boolean);
    if (wanted.length > 0) return wanted.every((name) => this.#faultOf(name) !== '') ? this.faults : '';
    return `No audio interface is chosen: give /net one as audioInterface. ${this.#others}`;
  }

  /** What is wrong with any of them, in words. */
  get faults(): string {
    return this.#wanted
      .filter(Boolean)
      .map((name) => this.#faultOf(name))
      .filter(Boolean)
      .join('; ');
  }

  #faultOf(name: string): string {
    const { names, usable } = this.#seen;
    if (!names.includes(name) && !usable.includes(name)) {
      return `The audio interface ${name} is not there. ${this.#others}`;
    }
    if (!usable.includes(name)) return `The audio interface ${name} is down, or has no IPv4 address`;
    return this.#open.includes(name) ? '' : this.#refusal || `The audio interface ${name} is not open`;
  }

  get #others(): string {
    const { names } = this.#seen;
    return names.length === 0 ? 'This computer has none' : `There are: ${names.join(', ')}`;
  }

  #tries(names: readonly string[]): boolean {
    const target = names.some(Boolean) ? names : [];
    try {
      this.#native.open(target);
      this.#open = target;
      return true;
    } catch (error) {
      this.#refusal ||= (error as Error).message;
      return false;
    }
  }
}
