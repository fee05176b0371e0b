// The devices that exchange sound with the mixer: the first of the plan that can be started drives it, the others join.

import { isSameJson } from '../../base/json.ts';
import type { ConnectedPorts, DeviceDescription } from '../../driver.ts';
import type { JoinedDeviceFigures, Time } from '../../services.ts';
import type { ProcessPlan, Status } from '../link/shapes.ts';
import { ActiveStream, portsOf, type StreamedMixer } from './active-stream.ts';
import type { Devices, OpenAudioDevice } from './devices.ts';
import type { JoinNative, Refused } from './join-plan.ts';
import { JoinedStreams } from './joined-streams.ts';
import { messageOf } from './untrusted.ts';

export interface StreamsParts {
  readonly time: Time;
  readonly devices: Pick<Devices, 'openedAudio' | 'setAside'>;
  /** Undefined: no device joins. */
  readonly native: JoinNative | undefined;
  readonly changed: () => void;
  /** A line for the log of a device's driver. */
  readonly log: (id: string, level: 'warn' | 'error', words: string) => void;
}

export class Streams {
  readonly driving: ActiveStream;
  readonly #parts: StreamsParts;
  readonly #joined: JoinedStreams;
  /** The ports that the mixer was connected with last. */
  #connected: ConnectedPorts = { inputs: [], outputs: [] };

  constructor(parts: StreamsParts) {
    const { time, native, changed, log } = parts;
    this.#parts = parts;
    this.driving = new ActiveStream(time, changed, (words) => log(this.driving.description?.id ?? '', 'error', words));
    this.#joined = new JoinedStreams(native, (id, words) => log(id, 'error', words));
  }

  /** Ports of the driving device and of the joined ones, by the mixer's channels; undefined while no device drives. */
  get ports(): ConnectedPorts | undefined {
    const { description } = this.driving;
    return description && this.#joined.connected(portsOf(description));
  }

  /** Devices that have joined go on beside a driving device that goes on. */
  async arrange(plan: ProcessPlan, mixer: StreamedMixer): Promise<void> {
    const { devices, log } = this.#parts;
    const settings = { rate: plan.rate, blockFrames: plan.blockFrames };
    this.#joined.use(mixer);
    for (const { model } of plan.devices) {
      const open = devices.openedAudio(model.id);
      if (!open) continue;
      const isDriving = () => this.driving.description?.id === model.id;
      try {
        const { joiners } = this.#sort(plan, open.description);
        if (isDriving() && this.#joined.holds(joiners)) await this.driving.adapt(settings);
        else await this.#begin(plan, mixer, open);
      } catch (error) {
        const reason = messageOf(error);
        if (isDriving()) log(model.id, 'warn', `it goes on as it was: ${reason}`);
        else devices.setAside(model.id, 'failed', reason);
      }
      if (!isDriving()) continue;
      this.#join(plan);
      return;
    }
    this.#joined.stop();
  }

  /** True when another device may join, or one that has joined may not any more. */
  mustArrange(plan: ProcessPlan): boolean {
    const { description } = this.driving;
    if (!description) return false;
    const { joiners, refused } = this.#sort(plan, description);
    return refused.length > 0 || !this.#joined.isAsPlanned(joiners);
  }

  /** Takes new ports and the latency of a device. */
  describe(id: string, description: DeviceDescription): void {
    if (this.driving.description?.id === id) this.driving.reconnect(description);
    else this.#joined.member(id)?.describe(description);
    this.#connect();
  }

  /** Reads the joined devices; those with the clock of the driving one follow its rate. A few times per second. */
  look({ rate, blockFrames }: Pick<ProcessPlan, 'rate' | 'blockFrames'>): void {
    const { members } = this.#joined;
    const nowMs = this.#parts.time.monotonicMs();
    for (const member of members) member.look(nowMs);
    const mixerRate = members.length > 0 ? this.driving.rate : 0;
    if (!members.some((member) => member.mustFollow(mixerRate))) return;
    this.#setAside(this.#joined.follow({ rate, blockFrames }, mixerRate), 'failed');
  }

  /** Fades out, stops all devices; the mixer may be closed afterwards. */
  async stop(): Promise<void> {
    await this.driving.stop();
    this.#joined.stop();
  }

  /** Before a device is closed: the driving one fades out and stops; a joined one stops, and nothing else does. */
  async release(id: string): Promise<void> {
    if (this.driving.description?.id === id) await this.driving.stop();
    this.#joined.member(id)?.release();
    this.#connect();
  }

  /** Devices as the desk sees them: which drives, which have joined, with the latency up to the mixer. */
  shown(reported: Status['devices']): Status['devices'] {
    const drivingId = this.driving.description?.id;
    const { rate } = this.driving;
    return reported.map((device) => {
      if (device.id === drivingId) return { ...device, state: 'driving' };
      const member = this.#joined.member(device.id);
      if (!member?.isRunning || device.state !== 'open') return device;
      return { ...device, state: 'joined', description: member.described(rate) };
    });
  }

  get status(): NonNullable<Status['joined']> {
    const nowMs = this.#parts.time.monotonicMs();
    const { members, mostChannels } = this.#joined;
    return { mostChannels, devices: members.map((member) => member.status(nowMs)) };
  }

  /** Begins new maxima. */
  takeFigures(): JoinedDeviceFigures[] {
    return this.#joined.members.map((member) => member.takeFigures());
  }

  async #begin(plan: ProcessPlan, mixer: StreamedMixer, { device, description }: OpenAudioDevice): Promise<void> {
    await this.stop();
    const { joiners } = this.#sort(plan, description);
    const refused = this.#joined.rearrange(joiners, plan.awaited ?? [], portsOf(description));
    for (const { id, reason } of refused) this.#parts.log(id, 'warn', `it does not join: ${reason}`);
    const settings = { rate: plan.rate, blockFrames: plan.blockFrames };
    await this.driving.start(this.#joined.streamed(mixer), device, description, settings);
    this.#connected = this.ports ?? this.#connected;
  }

  /** Joins the others to the driving device. */
  #join(plan: ProcessPlan): void {
    const { description, rate } = this.driving;
    if (!description) return;
    const { joiners, refused } = this.#sort(plan, description);
    this.#setAside(refused, 'different-clock');
    const settings = { rate: plan.rate, blockFrames: plan.blockFrames };
    this.#setAside(this.#joined.start(joiners, settings, rate), 'failed');
    this.#connect();
  }

  #setAside(which: readonly Refused[], state: 'failed' | 'different-clock'): void {
    for (const { id, reason } of which) {
      this.#joined.member(id)?.release();
      this.#parts.devices.setAside(id, state, reason);
    }
    if (which.length === 0) return;
    this.#connect();
    this.#parts.changed();
  }

  /** The mixer's ports change with those of joined devices; the driving device goes on. */
  #connect(): void {
    const { ports } = this;
    if (!ports || isSameJson(ports, this.#connected)) return;
    this.#connected = ports;
    this.driving.reconnect(this.driving.description as DeviceDescription);
  }

  #sort(plan: ProcessPlan, driving: DeviceDescription): ReturnType<JoinedStreams['sort']> {
    const others = plan.devices.filter(({ model }) => model.id !== driving.id);
    const open = others.flatMap(({ model }) => this.#parts.devices.openedAudio(model.id) ?? []);
    return this.#joined.sort(driving, open);
  }
}
