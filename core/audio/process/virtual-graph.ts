// The graph without an audio server: the mixer and the open devices, linked by the mixer itself. No other programme can
// link anything here. The fields `wanted` and `links` are those of `GraphReader` (core/driver/graph.ts); their rows
// are the desk's: a report names the row of the last desired value.
import type {
  ConnectedPorts,
  Convergent,
  DeviceDescription,
  GraphLinkDescription,
  GraphNodeDescription,
  GraphReader,
  GraphSnapshot,
  Mixer,
  Reading,
  Value,
} from '../../driver.ts';
import type { Time } from '../../services.ts';
import { deviceNode } from '../graph/device-node.ts';

/** Levels of the field `wanted`. */
const levels: readonly unknown[] = ['none', 'outputs', 'all'];

type LinkedMixer = Pick<Mixer, 'nodes' | 'links'>;

/** What the graph shows. */
export interface GraphParts {
  readonly mixer: LinkedMixer | undefined;
  /** Open devices with audio. */
  readonly devices: readonly DeviceDescription[];
  /** The id of the driving device, '' for none. */
  readonly driving: string;
  /** As the mixer is connected; undefined while no device drives. */
  readonly ports: ConnectedPorts | undefined;
  /** Read from the driving device; undefined without one. */
  readonly figures: { readonly rate: number; readonly quantum: number } | undefined;
  readonly forcedRate: number | null;
}

export class VirtualGraph implements GraphReader, Convergent {
  readonly target = 'graph';
  readonly #parts: () => GraphParts;
  readonly #time: Time;
  /** Creation of each link, epoch milliseconds. */
  #since = new Map<string, number>();
  #wanted: Value | undefined;
  #links: DesiredLinks | undefined;
  #revision = 0;

  constructor(parts: () => GraphParts, time: Time) {
    this.#parts = parts;
    this.#time = time;
  }

  /** Throws what the mixer throws when it can't be read. */
  read(): GraphSnapshot {
    const { mixer, devices, driving, ports, figures, forcedRate } = this.#parts();
    return {
      reason: '',
      nodes: [...(mixer?.nodes() ?? []), ...devices.map(describeDevice)],
      links: this.#linksNow(mixer, ports),
      driving,
      rate: figures?.rate ?? 0,
      quantum: figures?.quantum ?? 0,
      forcedRate,
    };
  }

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    const refused: Reading[] = [];
    for (const value of values) {
      const fault = this.#take(value);
      if (fault !== '') refused.push({ ...value, state: 'refused', reason: fault });
    }
    this.#revision = revision;
    return [...refused, ...this.#linksHeld().filter(({ state }) => state === 'refused')];
  }

  observe(): { readonly revision: number; readonly values: readonly Reading[] } {
    const held: readonly Reading[] = this.#wanted ? [{ ...this.#wanted, state: 'applied' }] : [];
    return { revision: this.#revision, values: [...held, ...this.#linksHeld()] };
  }

  call(method: string): Readonly<Record<string, unknown>> {
    if (method === 'disconnect') throw new Error('without an audio server nobody but the mixer links anything');
    throw new Error(`the graph can't ${method}`);
  }

  /** Keeps a desired value. Returns the reason of a refusal, else ''. */
  #take({ path, field, value }: Value): string {
    if (field === 'wanted') {
      // This process alone has the devices open, and makes no links for other programmes: every level holds at once.
      if (!levels.includes(value)) return `must be one of ${levels.join(', ')}`;
      this.#wanted = { path, field, value };
      return '';
    }
    if (field !== 'links') return 'the graph has no such field';
    if (!Array.isArray(value)) return 'links must be a list of { from, to }';
    this.#links = { path, field, value };
    return '';
  }

  /** The desired links that exist; refused with the first that does not. */
  #linksHeld(): Reading[] {
    if (this.#links === undefined) return [];
    const { value: desired, ...row } = this.#links;
    if (desired.length === 0) return [{ ...row, value: [], state: 'applied' }];
    const { mixer, ports } = this.#parts();
    const there = this.#linksNow(mixer, ports);
    const held = desired.filter((link) => there.some(({ from, to }) => link?.from === from && link?.to === to));
    if (held.length === desired.length) return [{ ...row, value: held, state: 'applied' }];
    const missing = desired.find((link) => !held.includes(link));
    const reason = `without an audio server nothing links ${String(missing?.from)} to ${String(missing?.to)}`;
    return [{ ...row, value: held, state: 'refused', reason }];
  }

  #linksNow(mixer: LinkedMixer | undefined, ports: ConnectedPorts | undefined): GraphLinkDescription[] {
    const ends = mixer && ports ? mixer.links(ports) : [];
    const now = this.#time.now();
    const links = ends.map(({ from, to }) => {
      return { from, to, owner: 'rowdesk', sinceMs: this.#since.get(`${from} ${to}`) ?? now };
    });
    this.#since = new Map(links.map(({ from, to, sinceMs }) => [`${from} ${to}`, sinceMs]));
    return links;
  }
}

/** The field `links` with its row; its entries are as the desk sent them. */
interface DesiredLinks extends Value {
  readonly value: readonly (Readonly<Partial<Record<'from' | 'to', unknown>>> | null | undefined)[];
}

function describeDevice(description: DeviceDescription): GraphNodeDescription {
  const named = description.ports.map((port) => ({ ...port, id: `${description.id}:${port.id}` }));
  const { id, label, ports } = deviceNode({ ...description, ports: named, driver: '', present: true });
  return { id, label, kind: 'device', ports };
}
