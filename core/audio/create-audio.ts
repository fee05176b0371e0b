// The composition of the audio host: driver packages, their processes, measurements, and what providers see of them.
import { join } from 'node:path';
import { Faults } from '../base/fault-log.ts';
import { Listeners } from '../base/listeners.ts';
import { Refusal } from '../base/refusals.ts';
import { StartError } from '../base/start-error.ts';
import type { Audio, Drivers, JoinedDeviceFigures, MeterSample, RealTimeFigures } from '../services.ts';
import type { AudioPart, AudioPartNeeds } from './audio-part.ts';
import { anyConfig } from './discovery/config-schema.ts';
import { CrashCounter } from './discovery/crash-counter.ts';
import { DevicePresence } from './discovery/device-presence.ts';
import { mixerOf } from './discovery/mixer-description.ts';
import { findDriverPackages } from './discovery/package.ts';
import { Published } from './discovery/published.ts';
import { usbTransport } from './discovery/usb.ts';
import { UsbWatch } from './discovery/usb-watch.ts';
import { JobProcesses } from './jobs.ts';
import type { MeterFrame } from './link/meter-frame.ts';
import { Analyses } from './measurements/analyses.ts';
import { Intervals, newestValues } from './measurements/intervals.ts';
import { MeterAccumulator } from './measurements/meters.ts';
import { audioProcess } from './processes/audio-snapshot.ts';
import type { Builds } from './processes/builds.ts';
import { type Launch, launch } from './processes/launch.ts';
import { Processes } from './processes/processes.ts';
import { SwitchPreparations } from './processes/switch-preparations.ts';
import { clockOf, devicesOf, realTimeOf, stateOf } from './views/audio-view.ts';
import { boxFactsOf } from './views/box-facts.ts';
import { boxesOf } from './views/boxes.ts';
import { choicesOf } from './views/driver-choices.ts';
import { oneEntryPerBox } from './views/found-boxes.ts';
import { foundDevicesOf } from './views/found-devices.ts';
import { GraphView } from './views/graph-view.ts';
import { joinedOf } from './views/joined-view.ts';
import { RaisedWarnings } from './views/raised-warnings.ts';

export interface CreateAudioOptions extends AudioPartNeeds {
  /** The folder of in-tree drivers; default rowdesk's own hardware-drivers/. */
  readonly inTreeFolder?: string;
  /** A double in tests. */
  readonly launch?: Launch;
  /** Absent: all packages are built. */
  readonly builds?: Builds;
}

export function createAudio(options: CreateAudioOptions): AudioPart {
  const { config, about, time, log, warnings } = options;
  const found = findDriverPackages(config.drivers, config.folder, options.inTreeFolder);
  const required = new Set(config.drivers.filter((entry) => entry.required).map(({ name }) => name));
  const missing = found.refused.filter(({ name }) => required.has(name));
  if (missing.length > 0) throw new StartError(missing.map(({ name, reason }) => `driver "${name}": ${reason}`));
  const meters = new Intervals<MeterFrame, MeterSample>(
    time,
    () => new MeterAccumulator(),
    () => readAgain(),
  );
  const analyses = new Analyses(time, () => processes.analyse(analyses.order));
  const figures = newestValues<RealTimeFigures>(time, () => readAgain());
  const joinedFigures = newestValues<readonly JoinedDeviceFigures[]>(time, () => readAgain());
  const isClaimed = (id: string) =>
    found.packages.some(({ manifest }) =>
      manifest.matches.some((match) => match.transport === usbTransport && match.id === id),
    );
  const usb: UsbWatch = new UsbWatch({
    sysRoot: config.sysRoot,
    time,
    isClaimed,
    changed: () => processes.attachedChanged(),
  });
  const faults = new Faults(log);
  const preparations = new SwitchPreparations(time, faults);
  const processes: Processes = new Processes({
    ...found,
    config,
    preferred: config.preferDrivers,
    stateFolder: about.stateFolder,
    version: about.version,
    time,
    log,
    launch: options.launch ?? launch,
    crashes: new CrashCounter(),
    builds: options.builds,
    measurements: { meters, analyses },
    graphs: () => looks(),
    attached: () => usb.devices,
    beforeSwitch: (paths) => preparations.prepare(paths),
    figures: () => {
      const read = realTimeOf(processes.snapshot);
      if (read) figures.take(read);
      joinedFigures.take(audioProcess(processes.snapshot)?.figures?.joined ?? []);
    },
    linked: () => {
      meters.askAgain();
      figures.askAgain();
      joinedFigures.askAgain();
      analyses.askAgain();
    },
    changed: () => looks(),
  });
  /** In the order in which one is drawn of the other. */
  const looks = () => {
    devices = devicesOf(processes.snapshot, processes.remembered);
    graph.look();
    view.look();
    findings.look();
    raised.look(processes.snapshot, view.value.boxes);
  };
  let devices = devicesOf(processes.snapshot, processes.remembered);
  options.builds?.onChange(() => processes.buildsChanged());
  const graph = new GraphView(() => ({ snapshot: processes.snapshot, devices }), faults);
  // after the graph, whose nodes may be halves of boxes
  const view = new Published(
    () => ({
      ...stateOf(processes.snapshot),
      clock: clockOf(processes.snapshot),
      devices,
      boxes: boxesOf(devices, boxFactsOf(processes.snapshot, graph.nodes)),
      joined: joinedOf(processes.snapshot),
    }),
    new Listeners(faults, 'a listener of the audio'),
  );
  const presence = new DevicePresence(() => time.now());
  const findings = new Published(
    () => ({
      choices: choicesOf(processes.snapshot),
      found: oneEntryPerBox(
        presence.note(foundDevicesOf(processes.snapshot, usb.devices)),
        view.value.boxes,
        view.value.devices,
      ),
    }),
    new Listeners(faults, 'a listener of the drivers'),
  );
  const readAgain = () => processes.read(meters.askedMs, fastest(figures.askedMs, joinedFigures.askedMs));

  const raised = new RaisedWarnings(warnings, time);

  const audio: Audio = {
    get state() {
      return view.value.state;
    },
    get version() {
      return audioProcess(processes.snapshot)?.hello?.version ?? '';
    },
    get reason() {
      return view.value.reason;
    },
    get clock() {
      return view.value.clock;
    },
    get devices() {
      return view.value.devices;
    },
    get boxes() {
      return view.value.boxes;
    },
    get joined() {
      return view.value.joined;
    },
    configure: (layout) => processes.configure(layout),
    onChange: (listener) => view.listen(listener),
    readMeters: (intervalMs, sample) => meters.read(intervalMs, sample),
    readRealTime: (intervalMs, sample) => figures.read(intervalMs, sample),
    readJoined: (intervalMs, sample) => joinedFigures.read(intervalMs, sample),
    readSpectrum: (path, bandsPerOctave, intervalMs, sample) =>
      analyses.readSpectrum(path, bandsPerOctave, intervalMs, sample),
    readAlignment: (path, reference, sample) => analyses.readAlignment(path, reference, sample),
    call: async (target, method, args) => {
      const client = processes.clientOf(target);
      if (client) return client.call(target, method, args).catch((error: Error) => refuse(target, error.message));
      const foreign = audioProcess(processes.snapshot)?.foreign;
      if (foreign === undefined) throw new Refusal('device-absent', `${target} is not there`, { target });
      throw new Refusal('audio-incompatible', `the audio process speaks version ${foreign} of the link`, { foreign });
    },
    beforeSwitch: (prepare) => preparations.add(prepare),
  };
  const drivers: Drivers = {
    get choices() {
      return findings.value.choices;
    },
    get found() {
      return findings.value.found;
    },
    scan: (transports) => {
      if (transports.length === 0 || transports.includes(usbTransport)) usb.look();
      processes.discover(transports);
    },
    switchOff: (name, reason) => processes.switchOff(name, reason),
    reconfigure: (name, own) => processes.reconfigure(name, own),
    types: found.packages.map(({ name, config: own, manifest: { kind, matches, configSchema = anyConfig } }) => {
      const transports = [...new Set(matches.map(({ transport }) => transport))];
      return { name, kind, transports, configSchema, config: own };
    }),
    ...mixerOf(found.packages),
    onChange: (listener) => findings.listen(listener),
  };
  return {
    audio,
    drivers,
    graph,
    jobs: new JobProcesses(found.packages),
    targets: processes.targets,
    probe: () => processes.beat(),
    beat: () => {
      usb.beat();
      raised.beat(processes.snapshot, view.value.boxes);
    },
    start: (storeId) => {
      processes.start({
        storeId,
        epoch: about.epoch,
        version: about.version,
        mediaFolder: join(about.stateFolder, 'media'),
        recordingsFolder: join(about.stateFolder, 'recordings'),
      });
      raised.look(processes.snapshot, view.value.boxes);
    },
    stop: async () => {
      await processes.stop('the desk stops');
    },
    leave: async () => {
      processes.leave();
    },
  };
}

/** The shorter of two intervals; null is none. */
function fastest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function refuse(target: string, words: string): never {
  throw new Refusal('target-refused', words, { target });
}
