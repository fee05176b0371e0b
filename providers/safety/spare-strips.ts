// Strips that may hear a spare source, and what is armed there.
import type { DeskReader } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../console/index.ts';
import type { PatchEdges } from '../patch/index.ts';
import { patchesItself } from '../patchbay/index.ts';
import { spareKinds } from './contract.ts';

export const sparePath = ({ kind, index }: StripRef): string => `/safety/spares/${kind}/${index}`;

export type Trigger = 'manual' | 'silence' | 'device-lost';

/** A strip that hears its main source, has a spare, and is to be switched over by its trigger. */
export interface Armed {
  readonly strip: StripRef;
  readonly trigger: Trigger;
  readonly silenceMs: number;
  /** Ports of its legs, device:port. */
  readonly main: readonly string[];
  readonly spare: readonly string[];
}

/** How often a switch is tried again that was refused. */
export const retryMs = 1000;

/** What a trigger asks for. What it leads to is told by what is armed then. */
export interface Switch {
  over(armed: Armed): void;
  /** The main source of this strip is all right. */
  unneeded(strip: StripRef): void;
}

export class SpareStrips {
  readonly #layout: Layout;
  readonly #edges: PatchEdges | undefined;

  /** Without a patch a strip has no right leg of its own. */
  constructor(layout: Layout, edges: PatchEdges | undefined) {
    this.#layout = layout;
    this.#edges = edges;
  }

  list(): readonly StripRef[] {
    return this.#layout.all().filter(({ kind }) => (spareKinds as readonly string[]).includes(kind));
  }

  /** What of the strip a spare is about; nothing where nobody provides strips. */
  sourceOf(strip: StripRef, desk: DeskReader): { readonly spareSourceId: string; readonly active: boolean } {
    const path = stripPath(strip);
    if (!desk.has(path)) return { spareSourceId: '', active: false };
    const { spareSourceId, sourceSelected } = desk.read(path);
    return { spareSourceId: spareSourceId as string, active: sourceSelected === 'spare' };
  }

  armed(desk: DeskReader): readonly Armed[] {
    const strips = this.list().filter((strip) => this.#isArmed(strip, desk));
    if (strips.length === 0) return [];
    const edges = this.#edges?.list(desk).filter(({ direction }) => direction === 'input');
    const all = strips.map((strip) => {
      const { trigger, silenceMs } = desk.read(sparePath(strip)) as Pick<Armed, 'trigger' | 'silenceMs'>;
      const { sourceId, spareSourceId } = desk.read(stripPath(strip)) as Readonly<Record<string, string>>;
      const own = edges?.filter((edge) => stripPath(edge.strip) === stripPath(strip));
      const ports = (isSpare: boolean, id = '') =>
        own?.filter((edge) => edge.isSpare === isSpare).map(({ from }) => from) ?? (id === '' ? [] : [id]);
      return { strip, trigger, silenceMs, main: ports(false, sourceId), spare: ports(true, spareSourceId) };
    });
    return all.filter(({ spare }) => spare.every((port) => patchesItself(port, desk)));
  }

  #isArmed(strip: StripRef, desk: DeskReader): boolean {
    const { armed, trigger } = desk.read(sparePath(strip));
    if (armed !== true || trigger === 'manual') return false;
    const { spareSourceId, active } = this.sourceOf(strip, desk);
    return spareSourceId !== '' && !active;
  }
}
