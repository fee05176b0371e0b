// Packages and models as driver processes reported them. The inventory outlives restarts, so that a restart changes no
// plan.
import type { ConfiguredDevice } from '../../base/config-entries.ts';
import type { DiscoveredModel } from '../../driver.ts';
import { scoreOf } from '../discovery/choice.ts';
import type { CrashCounter } from '../discovery/crash-counter.ts';
import { isUnaskedTransport, virtualTransport } from '../discovery/models.ts';
import type { DriverPackage } from '../discovery/package.ts';
import { makePlan, type Planned } from '../discovery/plan.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import type { Status } from '../link/shapes.ts';
import { audioName, type ProcessSnapshot } from './audio-snapshot.ts';
import type { UnbuiltPackages } from './unbuilt-packages.ts';

export interface DriverInventoryOptions {
  readonly packages: readonly DriverPackage[];
  readonly configured: readonly ConfiguredDevice[];
  readonly preferred: readonly string[];
  readonly crashes: CrashCounter;
  /** Devices that the host finds on a bus. */
  readonly attached: () => readonly DiscoveredModel[];
  readonly unbuilt?: Pick<UnbuiltPackages, 'all' | 'late'>;
}

export class DriverInventory {
  readonly #options: DriverInventoryOptions;
  /** By process. */
  readonly #reported = new Map<string, Pick<Status, 'models' | 'packages'>>();
  /** Real devices that were present in this run of the control process. */
  readonly #everThere = new Map<string, DiscoveredModel>();
  readonly #wereOpen = new Set<string>();
  /** See AudioOrderInputs. */
  #held = '';
  /** Another device that would drive without being named was there at the last report. */
  #isOtherThere = false;
  /** The held device was seen to be patched. */
  #wasPatched = false;
  /** The device that drove last and is heard, '' for none: no package that is built later takes its place. */
  #heard = '';
  /** Packages that came later than the sound and would take over, each with the reason. */
  #tooLate: ReadonlyMap<string, string> = new Map();
  /** Packages that an operator switched off, each with the reason. */
  readonly switchedOff = new Map<string, string>();

  constructor(options: DriverInventoryOptions) {
    this.#options = options;
  }

  /** Takes the current reports of the processes. */
  learn(processes: readonly Pick<ProcessSnapshot, 'name' | 'status' | 'graphs'>[]): void {
    for (const { name, status } of processes) if (status) this.#reported.set(name, status);
    for (const model of this.#discovered()) {
      if (model.transport !== virtualTransport) this.#everThere.set(model.id, model);
    }
    for (const { status } of processes) {
      for (const { id, description } of status?.devices ?? []) if (description) this.#wereOpen.add(id);
    }
    const audio = processes.find(({ name }) => name === audioName);
    if (audio) this.#hold(audio);
  }

  /**
   * A device that drives without being named, and is patched, is held: the show goes on with it when a better one appears,
   * and waits for it when it is gone. Held once beside another, it stays so while that is there, whatever is patched.
   */
  #hold({ status, graphs }: Pick<ProcessSnapshot, 'status' | 'graphs'>): void {
    const driving = status?.devices.find(({ id }) => id === status.clock.driving);
    // A process that starts again gets the plan that it had, and so does one with a stand-in.
    if (!driving || driving.fallback) return;
    const { id } = driving;
    const hadOther = this.#isOtherThere;
    this.#isOtherThere = this.#discovered().some((model) => model.id !== id && isUnaskedTransport(model.transport));
    const transport = driving.description?.transport ?? '';
    const isUnasked = transport === virtualTransport || isUnaskedTransport(transport);
    const stays = this.#held === id && this.#wasPatched && hadOther && this.#isOtherThere;
    const patched = isPatched(id, transport, graphs);
    this.#wasPatched = stays || patched === true;
    this.#held = isUnasked && (stays || patched !== false) ? id : '';
    const isNamed = this.#options.configured.some((device) => device.id === id);
    this.#heard = transport !== virtualTransport || isNamed ? id : this.#held;
  }

  plan(failures: Status['failures']): Planned {
    this.#tooLate = new Map();
    const planned = this.#plan(failures);
    const { packages, unbuilt } = this.#options;
    const late = packages.filter(({ name, manifest }) => manifest.audio && unbuilt?.late.has(name));
    if (late.length === 0 || this.#heard === '' || planned.audioDevices[0]?.model.id === this.#heard) return planned;
    const reason = `it is built, and would take over from ${this.#heard}; to change over: rowdesk stop, then rowdesk start`;
    this.#tooLate = new Map(late.map(({ name }) => [name, reason]));
    const without = this.#plan(failures);
    if (without.audioDevices[0]?.model.id === this.#heard) return without;
    // The device is gone, by itself.
    this.#tooLate = new Map();
    return planned;
  }

  #plan(failures: Status['failures']): Planned {
    const { packages, configured, preferred } = this.#options;
    const discovered = this.#discovered();
    const isThere = new Set(discovered.map(({ id }) => id));
    return makePlan({
      packages,
      configured,
      discovered,
      gone: [...this.#everThere.values()].filter(({ id }) => !isThere.has(id)),
      blind: this.#blind,
      failures,
      setAside: this.setAside,
      preferred,
      wereOpen: this.#wereOpen,
      held: this.#held,
    });
  }

  /** Packages that crash too often, can't be loaded, or are not built. A mixer is never among them: nothing could replace it. */
  get setAside(): ReadonlyMap<string, string> {
    const { packages, crashes, unbuilt } = this.#options;
    const mixers = packages.filter(({ manifest }) => manifest.kind === 'mixer').map(({ name }) => name);
    const failed = this.#loaded().filter(({ state }) => state === 'failed');
    return new Map(
      [
        ...failed.map(({ name, reason }) => [name, reason] as const),
        ...crashes.list().map(({ driver, reason }) => [driver, reason] as const),
        ...[...(unbuilt?.all ?? [])].map(([name, { reason }]) => [name, reason] as const),
        ...this.#tooLate,
        ...this.switchedOff,
      ].filter(([name]) => !mixers.includes(name)),
    );
  }

  #loaded(): Status['packages'] {
    return [...this.#reported.values()].flatMap(({ packages }) => packages);
  }

  get #blind(): ReadonlySet<string> {
    const blind = this.#loaded().filter(({ state, discovers }) => state === 'loaded' && !discovers);
    return new Set(blind.map(({ name }) => name).filter((name) => !this.#tooLate.has(name)));
  }

  /** One device per id: two drivers may find the same device. */
  #discovered(): DiscoveredModel[] {
    const reported = [...this.#reported.values()]
      .flatMap(({ models }) => models)
      .filter(({ driver }) => !this.#tooLate.has(driver))
      .map(({ model }) => model);
    const models = [...this.#attachedFor(reported), ...reported];
    return [...new Map(models.map((model) => [model.id, model])).values()];
  }

  /**
   * Devices that the host finds serve drivers that don't search, and devices of the configuration. The report of a
   * searching driver takes precedence.
   */
  #attachedFor(reported: readonly DiscoveredModel[]): readonly DiscoveredModel[] {
    const { packages, configured, attached } = this.#options;
    const blind = packages.filter(({ name }) => this.#blind.has(name));
    return attached().filter((model) => {
      if (reported.some(({ transport, modelId }) => transport === model.transport && modelId === model.modelId))
        return false;
      if (configured.some(({ id }) => id === model.id)) return true;
      return blind.some(({ manifest }) => manifest.kind !== 'mixer' && scoreOf(manifest.matches, model) !== undefined);
    });
  }
}

/**
 * Whether the mixer takes something from this device, or gives something to it. A new desk's outputs go to the virtual one,
 * which says nothing of a show. Undefined until the mixer's graph is known.
 */
function isPatched(id: string, transport: string, graphs: GraphReports): boolean | undefined {
  const own = graphs.find(({ device }) => device === '' || device === id);
  if (own === undefined) return undefined;
  const isOf = (port: string) => port.startsWith(`${id}:`);
  return own.snapshot.links.some(({ from, to }) => isOf(from) || (transport !== virtualTransport && isOf(to)));
}
