// Levels in a fade, and where they are: the desired values give the start and the end of each, the mixer's own time the
// progress. The audio thread moves them (src/engine/fades.h) by the same law (rows.md, Show).
import type { Value } from 'rowdesk/driver';
import { fadedDb, floorDb } from './fade-law.ts';

/** A row with a level, as it is heard: `isOpen` is false where it is muted, or a send that is off. */
interface Level {
  readonly levelDb: number;
  readonly isOpen: boolean;
}

interface Fade {
  from: Level;
  to: Level;
  /** The field that opens it, '' where it has none. */
  readonly switch: string;
  readonly beganMs: number;
  readonly ms: number;
}

const stepDb = 0.1;
const switches: Readonly<Record<string, (value: unknown) => boolean>> = {
  muted: (value) => value !== true,
  on: (value) => value === true,
};

export class Fading {
  readonly #nowMs: () => number;
  readonly #fades = new Map<string, Fade>();

  /** `nowMs`: monotonic. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Before these are written. `now`: what a field of a row has. */
  apply(values: readonly Value[], now: (path: string, field: string) => unknown): void {
    const moved = values.filter(({ field }) => field === 'levelDb' || field in switches);
    if (moved.length === 0 || (this.#fades.size === 0 && moved.every(({ fadeMs }) => fadeMs === undefined))) return;
    this.#forgetEnded();
    for (const { path, field, value, fadeMs = 0 } of moved) {
      if (fadeMs === 0) this.#end(path, field, value);
      else this.#move(path, field, value, fadeMs, now);
    }
  }

  /** How long the last of them takes still, in milliseconds; 0 while none fades. */
  get leftMs(): number {
    this.#forgetEnded();
    const now = this.#nowMs();
    return [...this.#fades.values()].reduce((most, { beganMs, ms }) => Math.max(most, beganMs + ms - now), 0);
  }

  /** What would hold each where it is. */
  levels(): readonly Pick<Value, 'path' | 'field' | 'value'>[] {
    this.#forgetEnded();
    return [...this.#fades].flatMap(([path, fade]) => {
      const levelDb = this.#heardDb(fade);
      if (levelDb <= floorDb) return [];
      const open = fade.switch === '' ? [] : [{ path, field: fade.switch, value: fade.switch === 'on' }];
      return [{ path, field: 'levelDb', value: Number((Math.round(levelDb / stepDb) * stepDb).toFixed(1)) }, ...open];
    });
  }

  #move(path: string, field: string, value: unknown, ms: number, now: (path: string, field: string) => unknown): void {
    const running = this.#fades.get(path);
    const beganMs = this.#nowMs();
    // The level and the switch of one row come in one block.
    const isSame = running !== undefined && running.beganMs === beganMs && running.ms === ms;
    const before = running === undefined ? levelOf(path, now) : { levelDb: this.#heardDb(running), isOpen: true };
    const fade = isSame
      ? running
      : { from: before, to: running?.to ?? before, switch: switchOf(path, now), beganMs, ms };
    const isOpen = switches[field]?.(value) ?? fade.to.isOpen;
    fade.to = { levelDb: field === 'levelDb' ? Number(value) : fade.to.levelDb, isOpen };
    this.#fades.set(path, fade);
  }

  /** Of a level and a switch that both fade, each ends for itself; what is closed is not heard on its way. */
  #end(path: string, field: string, value: unknown): void {
    const fade = this.#fades.get(path);
    if (fade === undefined) return;
    const isOpen = switches[field]?.(value);
    const its = isOpen === undefined ? { levelDb: Number(value) } : { isOpen };
    fade.from = { ...fade.from, ...its };
    fade.to = { ...fade.to, ...its };
    if (isOpen === false || heardAt(fade.from) === heardAt(fade.to)) this.#fades.delete(path);
  }

  #heardDb({ from, to, beganMs, ms }: Fade): number {
    return fadedDb(heardAt(from), heardAt(to), Math.min(1, (this.#nowMs() - beganMs) / ms));
  }

  #forgetEnded(): void {
    const now = this.#nowMs();
    for (const [path, { beganMs, ms }] of this.#fades) if (now - beganMs >= ms) this.#fades.delete(path);
  }
}

const heardAt = ({ levelDb, isOpen }: Level) => (isOpen ? levelDb : Number.NEGATIVE_INFINITY);

function switchOf(path: string, now: (path: string, field: string) => unknown): string {
  return Object.keys(switches).find((field) => now(path, field) !== undefined) ?? '';
}

function levelOf(path: string, now: (path: string, field: string) => unknown): Level {
  const field = switchOf(path, now);
  const isOpen = switches[field]?.(now(path, field)) ?? true;
  return { levelDb: Number(now(path, 'levelDb') ?? Number.NEGATIVE_INFINITY), isOpen };
}
