// Carries out the plan in this process: the mixer, the devices, and the device that drives the mixer.
import { isSameJson } from '../../base/json.ts';
import type { DriverContext, Reading } from '../../driver.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import type { Figures, PlannedDevice, ProcessPlan, Status } from '../link/shapes.ts';
import type { AudioHostParts } from './audio-host-parts.ts';
import { ClockTarget } from './clock-target.ts';
import { watchClock } from './clock-watch.ts';
import { Devices } from './devices.ts';
import { type NamedGraph, readGraphs } from './graphs.ts';
import { MixerHost } from './mixer-host.ts';
import { Notices } from './notices.ts';
import { Sequence } from './sequence.ts';
import { Streams } from './streams.ts';
import { LocalTargets } from './targets.ts';
import { VirtualGraph } from './virtual-graph.ts';

const openMs = 500;

export class AudioHost {
  readonly targets: LocalTargets;
  readonly #parts: AudioHostParts;
  readonly #sequence = new Sequence();
  readonly #streams: Streams;
  readonly #driving: Streams['driving'];
  readonly #clock: ClockTarget;
  readonly #devices: Devices;
  readonly #mixer: MixerHost;
  readonly #notices: Notices;
  readonly #graph: VirtualGraph;
  #plan: ProcessPlan | undefined;
  #newest: ProcessPlan | undefined;
  #stopWatch = () => {};

  constructor(parts: AudioHostParts) {
    const { time, modules, marks, changed } = parts;
    this.#parts = parts;
    this.targets = new LocalTargets(parts.targetsChanged);
    this.#notices = new Notices(changed);
    this.#devices = new Devices(modules, this.targets, marks, time, (planned) => this.#contextOf(planned));
    this.#streams = new Streams({
      time,
      devices: this.#devices,
      native: parts.joining,
      changed,
      log: (id, level, words) => {
        const driver = this.#devices.opened(id)?.planned.driver ?? '';
        this.#parts.contextOf(driver).log(level, words);
      },
    });
    this.#driving = this.#streams.driving;
    this.#clock = new ClockTarget(this.#driving);
    this.#mixer = new MixerHost(modules, this.targets, marks, parts.watchdog);
    this.#graph = new VirtualGraph(
      () => ({
        mixer: this.#mixer.mixer,
        devices: this.#devices.allOpenAudio.map(({ description }) => description),
        driving: this.#driving.description?.id ?? '',
        ports: this.#streams.ports,
        figures: this.#driving.figures(),
        forcedRate: this.#driving.forcedRate,
      }),
      time,
    );
  }

  /** Touches only what differs. Of several waiting plans the newest is carried out. */
  carryOut(plan: ProcessPlan): Promise<void> {
    this.#newest = plan;
    return this.#sequence.run(async () => {
      if (this.#newest !== plan) return;
      try {
        if (!isSameJson({ ...plan, number: 0 }, { ...this.#plan, number: 0 })) await this.#make(plan);
      } finally {
        this.#plan = plan;
        this.#parts.changed();
      }
    });
  }

  /** All targets have their desired values. */
  openOutputs(): void {
    this.#mixer.mixer?.open(true, openMs, 'startup');
    this.#parts.changed();
  }

  /** Fades out, stops the devices, closes everything. `soundEnds`: no process of the desk sounds any more. */
  stop(soundEnds = false): Promise<void> {
    return this.#sequence.run(async () => {
      await this.#streams.stop();
      if (soundEnds) await this.#devices.soundEnds();
      this.#closeMixer();
      this.#devices.closeAll();
    });
  }

  /** Forgets failures, so that these devices are tried again. */
  forgive(isMeant: Parameters<Devices['forgetFailures']>[0]): void {
    this.#devices.forgetFailures(isMeant);
    this.#parts.changed();
  }

  /** The mixer's graph first, if there is a mixer; then those of audio servers beside it. */
  graphs(): GraphReports {
    const driving = this.#driving.description?.id;
    const servers = this.#devices.allOpen.flatMap(({ planned, device }): NamedGraph[] =>
      device.graph ? [{ device: planned.model.id, driver: planned.driver, graph: device.graph }] : [],
    );
    const own = servers.find(({ device }) => device === driving);
    const beside = servers.filter((each) => each !== own);
    if (!this.#mixer.mixer) return readGraphs(beside);
    const reports = readGraphs([own ?? { device: '', driver: this.#mixer.driver, graph: this.#graph }, ...beside]);
    const reason = reports[0]?.snapshot.reason ?? '';
    this.#notices.set(this.#mixer.driver, 'graph', reason === '' ? '' : `The graph can't be read: ${reason}`);
    return reports;
  }

  /** True when links of the mixer may differ after a report of these. */
  concernsLinks(values: readonly Pick<Reading, 'field'>[]): boolean {
    const fields = this.#mixer.mixer?.linkFields ?? [];
    return values.some(({ field }) => fields.includes(field));
  }

  /** Sets the notice of the driver that has a target; an empty text clears it. */
  noticeOf(target: string): (text: string) => void {
    const driver = this.#devices.driverOf(target) ?? this.#mixer.driver;
    return (text) => this.#notices.set(driver, `values-${target}`, text);
  }

  get setAside(): ProcessPlan['setAside'] {
    return this.#plan?.setAside ?? [];
  }

  get mixer() {
    return this.#mixer.mixer;
  }

  get meterFormat() {
    return this.#mixer.meterFormat;
  }

  get status(): Omit<Status, 'packages' | 'models' | 'realTime'> {
    const { description } = this.#driving;
    const figures = this.#driving.figures();
    return {
      plan: this.#plan?.number ?? 0,
      devices: this.#streams.shown(this.#devices.status),
      failures: this.#devices.failures,
      mixer: this.#mixer.status,
      clock: {
        rate: figures?.rate ?? 0,
        quantum: figures?.quantum ?? 0,
        supportedRates: [...this.#driving.supportedRates],
        driving: description?.id ?? '',
      },
      ...(this.#parts.joining ? { joined: this.#streams.status } : {}),
      warnings: this.#notices.list,
    };
  }

  /** Undefined while nothing drives the mixer. The maxima of joined devices are since the last call. */
  figures(): Figures | undefined {
    const mixer = this.#mixer.mixer;
    const figures = this.#driving.figures();
    if (!figures || !mixer) return undefined;
    const { dspLoadPercent, dspLoadMaxPercent } = mixer.state();
    const joined = this.#parts.joining ? { joined: this.#streams.takeFigures() } : {};
    return { ...figures, ...this.#parts.thread?.scheduling, dspLoadPercent, dspLoadMaxPercent, ...joined };
  }

  async #make(plan: ProcessPlan): Promise<void> {
    if (!this.#mixer.is(plan.mixer, plan.layout)) await this.#remakeMixer(plan);
    for (const planned of this.#devices.planned) {
      if (plan.devices.some((device) => isSameJson(device, planned))) continue;
      await this.#streams.release(planned.model.id);
      this.#closeDevice(planned);
    }
    for (const { id, state } of this.#devices.status) {
      // Another device may drive now.
      if (state === 'different-clock') this.#devices.close(id);
    }
    for (const planned of plan.devices) await this.#devices.open(planned);
    await this.#arrange(plan);
    // An audio server that drives the mixer has a graph of its own.
    if (this.#mixer.mixer && !this.targets.named(this.#graph.target)) this.targets.add(this.#graph);
  }

  async #remakeMixer(plan: ProcessPlan): Promise<void> {
    await this.#streams.stop();
    this.#closeMixer();
    if (plan.mixer === '') return;
    this.#mixer.open(plan.mixer, plan.layout, {
      ...this.#deviceless(plan.mixer),
      changedOnDevice: () => {},
      changed: () => {},
    });
    const { mixer } = this.#mixer;
    if (!mixer) return;
    this.#stopWatch = watchClock(mixer, this.#parts.time, {
      looked: () => this.#look(),
      shown: () => this.#parts.look(),
      refused: (reason) => void this.#refuseDriving(reason),
    });
    this.targets.add(this.#clock);
  }

  #look(): void {
    // Devices come and go meanwhile; the next look is soon.
    if (this.#plan && !this.#sequence.isBusy) this.#streams.look(this.#plan);
    const { thread, time } = this.#parts;
    if (thread?.look(this.#driving.threadId, time.monotonicMs())) this.#parts.changed();
    this.#parts.looked();
  }

  #closeMixer(): void {
    this.#stopWatch();
    this.targets.remove(this.#clock);
    this.targets.remove(this.#graph);
    this.#mixer.close();
  }

  /** Sets the driving device aside; the next one of the plan drives. */
  #refuseDriving(reason: string): Promise<void> {
    return this.#sequence.run(async () => {
      const id = this.#driving.description?.id;
      if (id === undefined || !this.#plan) return;
      await this.#driving.stop();
      this.#devices.setAside(id, 'failed', reason);
      await this.#arrange(this.#plan);
      this.#parts.changed();
    });
  }

  async #arrange(plan: ProcessPlan): Promise<void> {
    const { mixer } = this.#mixer;
    if (mixer) await this.#streams.arrange(plan, mixer);
  }

  /** A device has other ports, or another clock. */
  #rearrange(): void {
    if (!this.#plan || !this.#streams.mustArrange(this.#plan)) return;
    void this.#sequence.run(async () => this.#plan && this.#arrange(this.#plan));
  }

  #closeDevice({ driver, model }: PlannedDevice): void {
    this.#devices.close(model.id);
    const isUsed = this.#devices.planned.some((planned) => planned.driver === driver);
    if (!isUsed) this.#notices.drop(driver);
  }

  #deviceless(driver: string) {
    const warn: DriverContext['warn'] = (id, text) => this.#notices.set(driver, id, text);
    return { ...this.#parts.contextOf(driver), warn };
  }

  #contextOf({ driver, model, config = {} }: PlannedDevice): DriverContext {
    return {
      ...this.#deviceless(driver),
      config,
      changedOnDevice: (values) => {
        const open = this.#devices.opened(model.id);
        if (open && !open.planned.fallback) this.#parts.changedOnDevice(open.device.target, values);
      },
      changed: () => {
        const open = this.#devices.describeAgain(model.id);
        if (open) this.#streams.describe(model.id, open.description);
        if (open) this.#rearrange();
        this.#parts.changed();
        this.#parts.rediscover();
      },
    };
  }
}
