// Carries out the plan in this process: the mixer, the devices, and the device that drives the mixer.
import { isSameJson } from '../../base/json.ts';
import type { DriverContext, DriverFolders, Reading, Watchdog } from '../../driver.ts';
import type { Time } from '../../services.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import type { Figures, PlannedDevice, ProcessPlan, Status } from '../link/shapes.ts';
import { ActiveStream } from './active-stream.ts';
import type { CallMarkers } from './call-markers.ts';
import { ClockTarget } from './clock-target.ts';
import { watchClock } from './clock-watch.ts';
import { Devices } from './devices.ts';
import { chooseDriving, setAsideOtherClocks } from './driving-choice.ts';
import { type NamedGraph, readGraphs } from './graphs.ts';
import { MixerHost } from './mixer-host.ts';
import type { DriverModules } from './modules.ts';
import { Notices } from './notices.ts';
import { Sequence } from './sequence.ts';
import { LocalTargets } from './targets.ts';
import { VirtualGraph } from './virtual-graph.ts';

const openMs = 500;

export interface AudioHostParts {
  readonly time: Time;
  readonly modules: DriverModules;
  readonly marks: CallMarkers;
  readonly watchdog?: Watchdog;
  /** The context of a driver; the host adds what depends on the device. */
  readonly contextOf: (driver: string) => DriverFolders & Pick<DriverContext, 'log'>;
  /** The status changed. */
  readonly changed: () => void;
  /** A target came or went. */
  readonly targetsChanged: () => void;
  /** The status may have changed by itself. */
  readonly looked: () => void;
  /** Observed values may have changed, and the status has not. */
  readonly look: () => void;
  /** A driver reports that devices came or went. */
  readonly rediscover: () => void;
  /** Values changed at a device, by hand. */
  readonly changedOnDevice: (target: string, values: Parameters<DriverContext['changedOnDevice']>[0]) => void;
}

export class AudioHost {
  readonly targets: LocalTargets;
  readonly #parts: AudioHostParts;
  readonly #sequence = new Sequence();
  readonly #driving: ActiveStream;
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
    this.#driving = new ActiveStream(time, changed, (words) => {
      const driver = this.#devices.opened(this.#driving.description?.id ?? '')?.planned.driver ?? '';
      this.#parts.contextOf(driver).log('error', words);
    });
    this.#clock = new ClockTarget(this.#driving);
    this.#devices = new Devices(modules, this.targets, marks, time, (planned) => this.#contextOf(planned));
    this.#mixer = new MixerHost(modules, this.targets, marks, parts.watchdog);
    this.#graph = new VirtualGraph(
      () => ({
        mixer: this.#mixer.mixer,
        devices: this.#devices.allOpenAudio.map(({ description }) => description),
        driving: this.#driving.description,
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

  /** Fades out, stops the devices, closes everything. */
  stop(): Promise<void> {
    return this.#sequence.run(async () => {
      await this.#driving.stop();
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
    const figures = this.figures();
    return {
      plan: this.#plan?.number ?? 0,
      devices: this.#devices.status(description?.id),
      failures: this.#devices.failures,
      mixer: this.#mixer.status,
      clock: {
        rate: figures?.rate ?? 0,
        quantum: figures?.quantum ?? 0,
        supportedRates: [...this.#driving.supportedRates],
        driving: description?.id ?? '',
      },
      warnings: this.#notices.list,
    };
  }

  /** Undefined while nothing drives the mixer. */
  figures(): Figures | undefined {
    const mixer = this.#mixer.mixer;
    const figures = this.#driving.figures();
    if (!figures || !mixer) return undefined;
    const { dspLoadPercent, dspLoadMaxPercent } = mixer.state();
    return { ...figures, dspLoadPercent, dspLoadMaxPercent };
  }

  async #make(plan: ProcessPlan): Promise<void> {
    if (!this.#mixer.is(plan.mixer, plan.layout)) await this.#remakeMixer(plan);
    for (const planned of this.#devices.planned) {
      if (plan.devices.some((device) => isSameJson(device, planned))) continue;
      if (this.#driving.description?.id === planned.model.id) await this.#driving.stop();
      this.#closeDevice(planned);
    }
    for (const { id, state } of this.#devices.status(undefined)) {
      // Another device may drive now.
      if (state === 'different-clock') this.#devices.close(id);
    }
    for (const planned of plan.devices) await this.#devices.open(planned);
    await this.#chooseDriving(plan);
    setAsideOtherClocks(plan, this.#devices, this.#driving.description);
    // An audio server that drives the mixer has a graph of its own.
    if (this.#mixer.mixer && !this.targets.named(this.#graph.target)) this.targets.add(this.#graph);
  }

  async #remakeMixer(plan: ProcessPlan): Promise<void> {
    await this.#driving.stop();
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
      looked: () => this.#parts.looked(),
      shown: () => this.#parts.look(),
      refused: (reason) => void this.#refuseDriving(reason),
    });
    this.targets.add(this.#clock);
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
      await this.#chooseDriving(this.#plan);
      this.#parts.changed();
    });
  }

  async #chooseDriving(plan: ProcessPlan): Promise<void> {
    const { mixer } = this.#mixer;
    if (!mixer) return;
    const parts = { mixer, driving: this.#driving, devices: this.#devices };
    await chooseDriving(plan, {
      ...parts,
      warn: (driver, words) => this.#parts.contextOf(driver).log('warn', words),
    });
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
        if (open && this.#driving.description?.id === model.id) this.#driving.reconnect(open.description);
        this.#parts.changed();
        this.#parts.rediscover();
      },
    };
  }
}
