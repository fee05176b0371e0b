// The graph that there is without an audio server: the mixer and the devices that were opened, linked by the mixer
// itself. Nobody else can link anything here.
import type {
  Convergent,
  Graph,
  GraphLinkDescription,
  GraphNodeDescription,
  GraphSnapshot,
  Mixer,
  ObservedValue,
  Value,
} from '../../driver.ts';
import type { Time } from '../../services.ts';
import { deviceNode, mixerNode, type SoundingStrip } from '../graph/nodes.ts';
import type { DeviceDescription } from '../link/shapes.ts';
import { portsOf } from './active-stream.ts';
import { mixerLinks } from './mixer-links.ts';

const exclusive = { path: '/patchbay/exclusive', field: 'wanted', choices: ['none', 'outputs', 'all'] } as const;
const patched = { path: '/patch', field: 'links' } as const;

/** What it is drawn of. */
export interface GraphParts {
  readonly mixer: Mixer | undefined;
  /** Devices with audio that are open. */
  readonly devices: readonly DeviceDescription[];
  readonly driving: DeviceDescription | undefined;
  /** Read from what drives the mixer; undefined while nothing does. */
  readonly figures: { readonly rate: number; readonly quantum: number } | undefined;
  readonly forcedRate: number | null;
}

export class VirtualGraph implements Graph, Convergent {
  readonly target = 'graph';
  readonly #parts: () => GraphParts;
  readonly #time: Time;
  /** Since when each link is there, epoch milliseconds. */
  #since = new Map<string, number>();
  #exclusive: unknown = 'none';
  #links: readonly Partial<Record<'from' | 'to', unknown>>[] = [];
  #revision = 0;

  constructor(parts: () => GraphParts, time: Time) {
    this.#parts = parts;
    this.#time = time;
  }

  /** Throws what the mixer throws when it can't be read. */
  read(): GraphSnapshot {
    const { mixer, devices, driving, figures, forcedRate } = this.#parts();
    const strips = stripsOf(mixer);
    return {
      reason: '',
      nodes: [...(mixer ? [describeMixer(strips)] : []), ...devices.map(describeDevice)],
      links: this.#linksNow(mixer, strips, driving),
      driving: driving?.id ?? '',
      rate: figures?.rate ?? 0,
      quantum: figures?.quantum ?? 0,
      forcedRate,
    };
  }

  want(revision: number, values: readonly Value[]): readonly ObservedValue[] {
    const refused: ObservedValue[] = [];
    for (const value of values) {
      const fault = this.#take(value);
      if (fault !== '') refused.push({ ...value, state: 'refused', reason: fault });
    }
    this.#revision = revision;
    return [...refused, ...this.#linksHeld().filter(({ state }) => state === 'refused')];
  }

  observe(): { readonly revision: number; readonly values: readonly ObservedValue[] } {
    const held: ObservedValue = {
      path: exclusive.path,
      field: exclusive.field,
      value: this.#exclusive,
      state: 'applied',
    };
    return { revision: this.#revision, values: [held, ...this.#linksHeld()] };
  }

  call(method: string): Readonly<Record<string, unknown>> {
    if (method === 'disconnect') throw new Error('without an audio server nobody but the mixer links anything');
    throw new Error(`the graph can't ${method}`);
  }

  /** '' or why it is not taken. */
  #take({ path, field, value }: Value): string {
    if (path === exclusive.path && field === exclusive.field) {
      // the devices are open for this process alone, and it links nothing for others: it is held once it is wanted
      if (!exclusive.choices.some((choice) => choice === value))
        return `must be one of ${exclusive.choices.join(', ')}`;
      this.#exclusive = value;
      return '';
    }
    if (path !== patched.path || field !== patched.field) return 'the graph has no such field';
    if (!Array.isArray(value)) return 'links must be a list of { from, to }';
    this.#links = value;
    return '';
  }

  #linksHeld(): ObservedValue[] {
    if (this.#links.length === 0) return [{ ...patched, value: [], state: 'applied' }];
    const { mixer, driving } = this.#parts();
    const there = this.#linksNow(mixer, stripsOf(mixer), driving);
    const held = this.#links.filter(({ from, to }) => there.some((link) => link.from === from && link.to === to));
    const missing = this.#links.find((link) => !held.includes(link));
    if (missing === undefined) return [{ ...patched, value: held, state: 'applied' }];
    const reason = `without an audio server nothing links ${String(missing.from)} to ${String(missing.to)}`;
    return [{ ...patched, value: held, state: 'refused', reason }];
  }

  #linksNow(
    mixer: Mixer | undefined,
    strips: readonly SoundingStrip[],
    driving: DeviceDescription | undefined,
  ): GraphLinkDescription[] {
    const ends = mixer && driving ? mixerLinks(strips, mixer.observe().values, portsOf(driving)) : [];
    const now = this.#time.now();
    const links = ends.map(({ from, to }) => {
      return { from, to, owner: 'rowdesk', sinceMs: this.#since.get(`${from} ${to}`) ?? now };
    });
    this.#since = new Map(links.map(({ from, to, sinceMs }) => [`${from} ${to}`, sinceMs]));
    return links;
  }
}

function stripsOf(mixer: Mixer | undefined): readonly SoundingStrip[] {
  return (mixer?.meterPaths ?? []).map((path, strip) => ({ path, legs: mixer?.meterLegs[strip] ?? 1 }));
}

function describeMixer(strips: readonly SoundingStrip[]): GraphNodeDescription {
  const { id, label, ports } = mixerNode(strips, '');
  return { id, label, kind: 'mixer', ports };
}

function describeDevice(description: DeviceDescription): GraphNodeDescription {
  const named = description.ports.map((port) => ({ ...port, id: `${description.id}:${port.id}` }));
  const { id, label, ports } = deviceNode({ ...description, ports: named, driver: '', present: true });
  return { id, label, kind: 'device', ports };
}
