// Knows the combs of direct paths. A way that is opened or closed makes a look; a fader that moves makes none.
import {
  type Audio,
  type Desk,
  type Graph,
  isSameJson,
  type Listeners,
  stopAll,
  type Time,
  type Token,
  token,
} from 'rowdesk/provider';
import type { PatchEdges } from '../patch/index.ts';
import type { Latencies } from '../telemetry/index.ts';
import { type Comb, combOf, type DoubledRoute, doubledRoutes } from './combs.ts';
import type { DirectPaths } from './direct-paths.ts';
import { ReadValues } from './read-values.ts';

/** One look for all that is pressed at once. */
const lookAfterMs = 50;
/** Latency of the desk changes with processors and delays; it is asked for only while a comb is there. */
const latencyEveryMs = 2000;

export interface CombWatchNeeds {
  readonly audio: Audio;
  readonly desk: Desk;
  /** Undefined where nobody provides a patch: then nothing is known to get to an output. */
  readonly edges: PatchEdges | undefined;
  readonly graph: Graph;
  readonly latencies: Latencies | undefined;
  readonly listeners: Listeners;
  readonly paths: DirectPaths;
  readonly time: Time;
}

export class CombWatch {
  static readonly token: Token<CombWatch> = token<CombWatch>('direct-path.combs');
  readonly #needs: CombWatchNeeds;
  #doubled: ReadonlyMap<string, DoubledRoute> = new Map();
  /** As listeners know it. */
  #told: readonly DoubledRoute[] = [];
  /** What the last look read; undefined: it is to be made again. */
  #values: ReadValues | undefined;
  /** By source and output, ms. */
  #deskMs: ReadonlyMap<string, number | null> = new Map();
  #devices = '';
  #nodes: Graph['nodes'] = [];
  #stopWaiting: (() => void) | undefined;
  #stopAsking: (() => void) | undefined;

  constructor(needs: CombWatchNeeds) {
    this.#needs = needs;
  }

  /** Of a route, as the desk is now; none for a route that is silent. */
  of(id: string): readonly Comb[] {
    this.#look();
    const doubled = this.#doubled.get(id);
    if (doubled === undefined) return [];
    const { sourceId, outputId, latencyMs } = doubled.route;
    const deskMs = this.#deskMs.get(keyOf(sourceId, outputId)) ?? null;
    return doubled.ways.map((way) => combOf(way, deskMs, latencyMs));
  }

  /** Routes with combs. */
  get doubled(): readonly DoubledRoute[] {
    this.#look();
    return [...this.#doubled.values()];
  }

  onChange(changed: () => void): () => void {
    return this.#needs.listeners.add(changed);
  }

  /** Follows the desk until the returned function is called. */
  start(): () => void {
    const { audio, desk, graph, paths } = this.#needs;
    const isOtherRow = (path: string) => this.#values?.isOtherRow(path) === true;
    this.#tell();
    return stopAll(
      desk.onCommit((_revision, changed) => this.#dropIf(() => changed.some(isOtherRow))),
      desk.observed.onChange((changed) =>
        this.#dropIf(() => changed.some(({ path, field }) => this.#values?.isOtherReading(path, field) === true)),
      ),
      audio.onChange(() => this.#dropIf(() => devicesIn(audio) !== this.#devices)),
      graph.onChange(() => this.#dropIf(() => graph.nodes !== this.#nodes)),
      paths.onChange(() => this.#dropIf(() => true)),
      () => this.#stopWaiting?.(),
      () => this.#stopAsking?.(),
    );
  }

  #dropIf(isOther: () => boolean): void {
    if (this.#values === undefined || !isOther()) return;
    this.#values = undefined;
    this.#stopWaiting ??= this.#needs.time.after(lookAfterMs, () => {
      this.#stopWaiting = undefined;
      this.#tell();
    });
  }

  #tell(): void {
    const { doubled } = this;
    this.#askWhile(doubled.length > 0);
    if (isSameJson(doubled, this.#told)) return;
    this.#told = doubled;
    this.#needs.listeners.notify();
  }

  #look(): void {
    if (this.#values !== undefined) return;
    const { audio, desk, edges, graph, paths } = this.#needs;
    const values = new ReadValues(desk, desk.observed);
    this.#values = values;
    this.#devices = devicesIn(audio);
    this.#nodes = graph.nodes;
    const routes = edges === undefined ? [] : paths.list(values.desk, values.observed);
    const found = edges === undefined ? [] : doubledRoutes(routes, edges, values.desk, values.observed);
    this.#doubled = new Map(found.map((doubled) => [doubled.route.id, doubled]));
  }

  #askWhile(isDoubled: boolean): void {
    const { latencies, time } = this.#needs;
    if (isDoubled === (this.#stopAsking !== undefined) || latencies === undefined) return;
    if (!isDoubled) {
      this.#stopAsking?.();
      this.#stopAsking = undefined;
      this.#deskMs = new Map();
      return;
    }
    let isAsked = true;
    const ask = async () => {
      const report = await latencies.report();
      if (!isAsked) return;
      const now = new Map(report?.paths.map(({ from, to, totalMs }) => [keyOf(from, to), totalMs]));
      if (isSameJson([...now], [...this.#deskMs])) return;
      this.#deskMs = now;
      this.#needs.listeners.notify();
    };
    const stop = time.every(latencyEveryMs, ask);
    this.#stopAsking = () => {
      isAsked = false;
      stop();
    };
    void ask();
  }
}

const keyOf = (sourceId: string, outputId: string): string => `${sourceId} ${outputId}`;

/** What ids of ports may stand for. */
function devicesIn({ clock, devices }: Audio): string {
  return JSON.stringify([clock.driving, ...devices.map(({ id, ports }) => [id, ports.length])]);
}
