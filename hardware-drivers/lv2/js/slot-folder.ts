// The returns that a rack may write (rowdesk/insert_slot.h): hard links to those of its places, in a folder of its own. The mixer makes and
// ends slots when it likes, and a folder that changed is looked through again.
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { returnOf } from './slots.ts';
import type { Timers } from './timers.ts';

const lookMs = 50;

/** Of one rack, from its start to its end. */
export interface RackSlots {
  /** Where the rack finds them. */
  readonly folder: string;
  /** The rack may write the return of this place, as soon as the mixer has one. */
  give(place: string): void;
  take(place: string): void;
  end(): void;
}

export interface SlotFoldersParts {
  /** The folder of the mixer's links. */
  readonly inserts: string;
  /** The folder of the files behind them. */
  readonly shared: string;
  readonly timers: Pick<Timers, 'every'>;
}

export type GiveSlots = (number: number, damaged: (place: string) => void) => RackSlots;

/** Folders of racks that a killed plugin host left are removed. */
export function slotFolders({ inserts, shared, timers }: SlotFoldersParts): GiveSlots {
  const name = createHash('sha1').update(inserts).digest('hex').slice(0, 12);
  const prefix = `rowdesk-${process.getuid?.() ?? 0}-rack-${name}-`;
  for (const each of namesIn(shared)) if (each.startsWith(prefix)) remove(join(shared, each));
  let count = 0;
  return (number, damaged) => {
    // One that ends has its folder beside that of the next one.
    const slots = new SlotFolder(join(shared, `${prefix}${number}-${++count}`), inserts, damaged);
    const stop = timers.every(lookMs, () => slots.look());
    return {
      folder: slots.folder,
      give: (place) => slots.give(place),
      take: (place) => slots.take(place),
      end: () => {
        stop();
        slots.end();
      },
    };
  };
}

interface Given {
  /** The file that the rack has there; '' for none. */
  target: string;
  damages: number;
}

class SlotFolder {
  readonly folder: string;
  readonly #inserts: string;
  readonly #damaged: (place: string) => void;
  readonly #given = new Map<string, Given>();
  #stamp = '';

  constructor(folder: string, inserts: string, damaged: (place: string) => void) {
    this.folder = folder;
    this.#inserts = inserts;
    this.#damaged = damaged;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  give(place: string): void {
    if (this.#given.has(place)) return;
    const given = { target: '', damages: this.#damagesOf(place) };
    this.#given.set(place, given);
    this.#follow(place, given);
  }

  take(place: string): void {
    if (this.#given.delete(place)) remove(join(this.folder, place));
  }

  /** For what the mixer did meanwhile. */
  look(): void {
    const stamp = stampOf(this.#inserts);
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    for (const [place, given] of this.#given) {
      this.#follow(place, given);
      const damages = this.#damagesOf(place);
      const isMore = damages > given.damages;
      given.damages = damages;
      if (isMore) this.#damaged(place);
    }
  }

  end(): void {
    this.#given.clear();
    remove(this.folder);
  }

  #follow(place: string, given: Given): void {
    const target = targetOf(join(this.#inserts, returnOf(place)));
    if (target === given.target) return;
    const own = join(this.folder, place);
    remove(own);
    given.target = '';
    try {
      if (target !== '') linkSync(target, own);
      given.target = target;
    } catch {
      // The slot has ended meanwhile: the folder changes once more.
    }
  }

  /** The mixer counts them in a link to no file. */
  #damagesOf = (place: string): number => Number(targetOf(join(this.#inserts, `${place}.damaged`))) || 0;
}

/** Changes with each link that comes, goes or is replaced. */
function stampOf(folder: string): string {
  try {
    const { mtimeNs, ino } = statSync(folder, { bigint: true });
    return `${ino} ${mtimeNs}`;
  } catch {
    return '';
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Of another user.
  }
}
