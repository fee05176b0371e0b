// What follows when another processor takes a place: its values begin at their defaults, and those of the one before are
// forgotten, all in the same commit.

import type { Change, DeskReader, Fields } from 'rowdesk/provider';
import { stripPath } from '../console/index.ts';
import { offsetPath } from './insert-latency.ts';
import type { Links } from './links.ts';
import type { Processor, Processors } from './processors.ts';
import { stripOf } from './strips.ts';

export class Swaps {
  readonly #processors: Processors;
  readonly #links: Links;

  constructor(processors: Processors, links: Links) {
    this.#processors = processors;
    this.#links = links;
  }

  /** `path` is that of the place. */
  after(path: string, desk: DeskReader, before: DeskReader): readonly Change[] {
    const was = this.#processors.get(before.read(path).plugin);
    const now = this.#processors.get(desk.read(path).plugin);
    if (was === now) return [];
    const beside = this.#valuesBeside(path, now, desk, before);
    const began = this.#processors.defaultsOf(now?.uri);
    const left = this.#processors.defaultsOf(was?.uri);
    // Values of a plugin that is not there are kept: one of the same name must not come back as one of its successor.
    const isKept = was === undefined && before.read(path).plugin !== '';
    const values = Object.keys(began).filter((symbol) => isKept || beside !== undefined || symbol in left);
    const gone = Object.keys(left).filter((symbol) => !(symbol in began));
    return [
      ...values.map((symbol) => change(path, symbol, (beside ?? began)[symbol])),
      ...gone.map((symbol) => change(path, symbol, left[symbol])),
    ];
  }

  /**
   * The offset of an insert's latency was of the plugin before. That of the linked strip counts where the same plugin stands there
   * already, or where this commit sets it.
   */
  offsetAfter(path: string, desk: DeskReader, before: DeskReader): Change {
    const { ref, rest } = stripOf(path);
    const partner = this.#links.linkedTo(ref, desk);
    const other = partner === undefined ? undefined : stripPath(partner) + rest;
    const offset = { path: offsetPath(path), field: 'offsetFrames' };
    if (other === undefined || desk.read(other).plugin !== desk.read(path).plugin) return { ...offset, value: 0 };
    const [now, then] = [desk, before].map((reader) => reader.read(offsetPath(other)).offsetFrames);
    const isOfPlugin = before.read(other).plugin === desk.read(other).plugin || now !== then;
    return { ...offset, value: isOfPlugin ? now : 0 };
  }

  /** Who comes to a strip that had this processor already takes its values. */
  #valuesBeside(path: string, now: Processor | undefined, desk: DeskReader, before: DeskReader): Fields | undefined {
    const { ref, rest } = stripOf(path);
    const partner = this.#links.linkedTo(ref, desk);
    if (partner === undefined || now === undefined) return undefined;
    const other = stripPath(partner) + rest;
    const hadIt = before.read(other).plugin === now.uri && desk.read(other).plugin === now.uri;
    return hadIt ? desk.read(`${other}/values`) : undefined;
  }
}

function change(path: string, field: string, value: unknown): Change {
  return { path: `${path}/values`, field, value };
}
