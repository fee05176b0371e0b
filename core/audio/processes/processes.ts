// All driver processes: the audio process, and one for each control-only driver. Their reports make the snapshot, and the
// plan of each process follows from it.
import { grantedOf } from '../../base/time.ts';
import type { AnalysisOrder, DeviceDescription, StripCounts } from '../../driver.ts';
import { Configurations } from '../discovery/configurations.ts';
import { type DriverPackage, orderOf } from '../discovery/package.ts';
import type { Planned } from '../discovery/plan.ts';
import type { ProcessHello } from '../link/messages.ts';
import { type AudioSnapshot, audioName } from './audio-snapshot.ts';
import { arePreampsComing } from './awaited-preamps.ts';
import { accused, type Crash } from './crash.ts';
import { DormantClients } from './dormant-clients.ts';
import { DriverInventory } from './driver-inventory.ts';
import type { Greeting, ProcessClient } from './process-client.ts';
import { makeClients } from './process-clients.ts';
import { controlName, isInAudio, processOf, shareOf } from './process-share.ts';
import type { ProcessesOptions } from './processes-options.ts';
import { RemoteTargets } from './remote-targets.ts';
import { StartupUnmute } from './startup-unmute.ts';
import { UnbuiltPackages } from './unbuilt-packages.ts';

export class Processes {
  readonly targets: RemoteTargets;
  /** The last description of each device, by id. */
  readonly remembered = new Map<string, DeviceDescription>();
  readonly #options: ProcessesOptions;
  readonly #clients: readonly ProcessClient[];
  readonly #opening: StartupUnmute;
  readonly #inventory: DriverInventory;
  readonly #configurations: Configurations;
  readonly #unbuilt: UnbuiltPackages;
  readonly #dormant: DormantClients;
  readonly #restartsOf = new Map<string, number>();
  #snapshot: AudioSnapshot | undefined;
  #greeting: Greeting | undefined;
  #layout: StripCounts | undefined;
  #isRunning = false;
  #isStopped = false;
  /** The epoch and plan of the mixer that `#opening` waits for. */
  #openingOf = '';
  #linkedTo = '';

  constructor(options: ProcessesOptions) {
    this.#options = options;
    this.#unbuilt = new UnbuiltPackages(options.builds, options.packages);
    this.#inventory = new DriverInventory({ ...options, configured: options.config.devices, unbuilt: this.#unbuilt });
    this.#configurations = new Configurations(options.packages);
    this.#dormant = new DormantClients(options, this.#configurations, this.#unbuilt);
    const { demand } = this.#dormant;
    this.targets = new RemoteTargets(options.time, options.log, () => this.#changed(), options.beforeSwitch, demand);
    this.#clients = makeClients(options, this.targets, {
      changed: () => this.#changed(),
      crashed: (client, crash) => this.#crashed(client, crash),
      notLoaded: (hello) => this.#notLoaded(hello),
      graphs: options.graphs,
      figures: options.figures,
    });
    this.#opening = new StartupUnmute(grantedOf(options.time), () => this.#audio?.openOutputs());
  }

  /** The processes start once the desk and the layout are known. */
  start(greeting: Greeting): void {
    this.#greeting = greeting;
    this.#begin();
  }

  configure(layout: StripCounts): void {
    this.#layout = { ...layout };
    this.#begin();
    this.#changed();
  }

  async stop(reason: string): Promise<void> {
    this.#isStopped = true;
    this.#dormant.end();
    this.#changed();
    const ends = !this.#audio?.hello?.foreground;
    await Promise.all(this.#clients.map((client) => client.stop(reason, ends)));
  }

  leave(): void {
    this.#isStopped = true;
    this.#dormant.end();
    for (const client of this.#clients) client.leave();
  }

  read(metersMs: number | null, figuresMs: number | null): void {
    this.#audio?.read(metersMs, figuresMs);
  }

  analyse(order: AnalysisOrder): void {
    this.#audio?.analyse(order);
  }

  /** At every heartbeat of the desk. */
  beat(): void {
    this.#dormant.startDue();
    for (const client of this.#clients) client.beat();
  }

  /** Devices on a bus changed. */
  attachedChanged(): void {
    this.#changed();
  }

  /** What is built is loaded: by a process that starts, or by the audio process, which plays on. */
  buildsChanged(): void {
    for (const name of this.#unbuilt.takeBuilt()) {
      const found = this.#options.packages.find((each) => each.name === name) as DriverPackage;
      if (isInAudio(found)) this.#audio?.load([orderOf(found)]);
    }
    this.#changed();
  }

  /** Drivers of these transports search now; an empty list means all. */
  discover(transports: readonly string[]): void {
    this.#dormant.startDue();
    const { packages } = this.#options;
    const isAsked = ({ manifest }: DriverPackage) =>
      transports.length === 0 || manifest.matches.some(({ transport }) => transports.includes(transport));
    const asked = new Set(packages.filter(isAsked).map(({ name }) => this.#clientFor(name)));
    for (const client of asked) client?.discover();
  }

  /** With `reason` the driver opens no device until a call without one. */
  switchOff(name: string, reason?: string): void {
    const { switchedOff } = this.#inventory;
    if (switchedOff.get(name) === reason) return;
    if (reason === undefined) {
      switchedOff.delete(name);
      this.#clientFor(name)?.tryAgain(name);
    } else switchedOff.set(name, reason);
    this.#changed();
  }

  /** Reopens the driver's devices with this configuration. Returns the reason of a refusal, '' on success. */
  reconfigure(name: string, config: Readonly<Record<string, unknown>>): string {
    const { isOther, problem } = this.#configurations.set(name, config);
    if (isOther) {
      this.#clientFor(name)?.tryAgain(name);
      this.#changed();
    }
    return problem;
  }

  /** The process that loads this package. */
  #clientFor(name: string): ProcessClient | undefined {
    const found = this.#options.packages.find((each) => each.name === name);
    const process = found && processOf(found);
    return this.#clients.find((client) => client.name === process);
  }

  /** The process that has this target now. */
  clientOf(target: string): ProcessClient | undefined {
    return this.#clients.find((client) => client.targets.some(({ name }) => name === target));
  }

  /** As of the last change. */
  get snapshot(): AudioSnapshot {
    this.#snapshot ??= this.#gather();
    return this.#snapshot;
  }

  #gather(): AudioSnapshot {
    const { packages, refused, config, version } = this.#options;
    return {
      version,
      packages,
      refused,
      isConfigured: this.#layout !== undefined,
      isStopped: this.#isStopped,
      configured: config.devices,
      planned: this.#inventory.plan(this.#clients.flatMap(({ status }) => status?.failures ?? [])),
      processes: this.#clients,
      setAside: this.#inventory.setAside,
      switchedOff: this.#inventory.switchedOff,
      unbuilt: this.#unbuilt.all,
      waiting: this.#dormant.waiting,
      restartsOf: this.#restartsOf,
    };
  }

  get #audio(): ProcessClient | undefined {
    return this.#clients.find(({ name }) => name === audioName);
  }

  #begin(): void {
    if (this.#isRunning || !this.#greeting || !this.#layout) return;
    this.#isRunning = true;
    this.#dormant.begin(this.#clients, this.#greeting);
  }

  #crashed(client: ProcessClient, crash: Crash): void {
    const alone = this.#options.packages.find(({ name }) => controlName(name) === client.name)?.name;
    for (const { name } of this.#options.packages) {
      // All packages of the process end with it, also those without fault.
      if (this.#clientFor(name) !== client || this.#inventory.setAside.has(name)) continue;
      this.#restartsOf.set(name, (this.#restartsOf.get(name) ?? 0) + 1);
    }
    const { packages, crashes, time } = this.#options;
    const guilty = accused(crash, packages, client.drivenBy, alone);
    if (guilty !== undefined) {
      const isOut = crashes.count(guilty, `by ${crash.how}`, time.monotonicMs(), crash.isFinal);
      if (isOut && alone !== undefined) client.abandon();
    }
    this.#changed();
  }

  #changed(): void {
    this.#dormant.startDue();
    this.#unbuilt.learn(this.#clients);
    this.#inventory.learn(this.#clients);
    this.#snapshot = this.#gather();
    const { planned } = this.#snapshot;
    for (const client of this.#clients) this.#plan(client, planned);
    for (const { status } of this.#clients) {
      for (const { description } of status?.devices ?? []) {
        if (description) this.remembered.set(description.id, description);
      }
    }
    this.#checkOpening();
    const epoch = this.#audio?.hello?.epoch ?? '';
    if (epoch !== this.#linkedTo) {
      this.#linkedTo = epoch;
      if (epoch !== '') this.#options.linked();
    }
    this.#options.changed();
  }

  /** Packages that the previous control process set aside stay so: attaching changes no sound. */
  #notLoaded({ setAside }: ProcessHello): ReadonlySet<string> {
    const { crashes } = this.#options;
    for (const { driver, reason } of setAside) crashes.adopt(driver, reason);
    return new Set([...crashes.list().map(({ driver }) => driver), ...this.#unbuilt.names]);
  }

  #plan(client: ProcessClient, planned: Planned): void {
    if (!client.status || !this.#layout || this.#isStopped) return;
    const { rate, blockFrames } = this.#options.config;
    const stream = { layout: this.#layout, rate, blockFrames, setAside: this.#options.crashes.list() };
    client.plan({ ...stream, ...shareOf(client.name, planned, this.#configurations) });
  }

  #checkOpening(): void {
    const audio = this.#audio;
    const mixer = audio?.targets.find(({ name }) => name === 'mixer');
    const status = audio?.status;
    const of = mixer && audio?.hello ? `${audio.hello.epoch} ${audio.planNumber}` : '';
    if (of !== this.#openingOf) this.#opening.reset();
    this.#openingOf = of;
    if (!audio || !mixer || status?.mixer.state !== 'open' || status.plan !== audio.planNumber) return;
    const others = this.#clients.flatMap(({ targets }) => targets);
    const isComing = arePreampsComing(this.#options.packages, this.#inventory.setAside, this.#clients);
    if (!status.mixer.isOpen) this.#opening.check(mixer, others, isComing);
  }
}
