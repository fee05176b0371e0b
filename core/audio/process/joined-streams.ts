// The devices that join the driving one: each exchanges blocks with the mixer through rings of its own, on its own thread.
// Their channels follow those of the driving device, and stay reserved while a device is unplugged.
import type { ConnectedPorts, DeviceDescription, StreamSettings } from '../../driver.ts';
import type { StreamedMixer } from './active-stream.ts';
import type { OpenAudioDevice } from './devices.ts';
import { type Joiner, type JoinNative, JoinPlan, type Refused } from './join-plan.ts';
import { JoinedMember } from './joined-member.ts';
import type { JoinSettings, NativeJoinedDevices } from './native.ts';
import { messageOf } from './untrusted.ts';

export class JoinedStreams {
  readonly #native: JoinNative | undefined;
  readonly #failed: (id: string, words: string) => void;
  #plan: JoinPlan;
  #mixer: StreamedMixer | undefined;
  #joined: NativeJoinedDevices | undefined;
  #members: readonly JoinedMember[] = [];

  /** Without `native` no device joins. `failed` gets the message of a driver's failure that changes nothing else. */
  constructor(native: JoinNative | undefined, failed: (id: string, words: string) => void) {
    this.#native = native;
    this.#failed = failed;
    this.#plan = new JoinPlan(native);
  }

  get members(): readonly JoinedMember[] {
    return this.#members;
  }

  get mostChannels(): number {
    return this.#native?.mostResampledChannels ?? 0;
  }

  /** The mixer that devices join; no device has joined another one yet. Only while no device runs. */
  use(mixer: StreamedMixer): void {
    if (mixer === this.#mixer) return;
    this.#mixer = mixer;
    this.#joined = undefined;
    this.#members = [];
    this.#plan = new JoinPlan(this.#native);
  }

  /** What the driving device drives: the mixer with the channels of all joined devices. */
  streamed(mixer: StreamedMixer): StreamedMixer {
    const processor = () => this.#joined?.processor ?? mixer.processor;
    return {
      get processor() {
        return processor();
      },
      connect: (ports) => mixer.connect(this.connected(ports)),
      open: (...how) => mixer.open(...how),
    };
  }

  /** The ports of the driving device followed by those of the joined ones. */
  connected({ inputs, outputs }: ConnectedPorts): ConnectedPorts {
    const joined = this.#members.map(({ ports }) => ports);
    return {
      inputs: [...inputs, ...joined.flatMap((ports) => ports.inputs)],
      outputs: [...outputs, ...joined.flatMap((ports) => ports.outputs)],
    };
  }

  sort(driving: DeviceDescription, devices: readonly OpenAudioDevice[]): ReturnType<JoinPlan['sort']> {
    return this.#plan.sort(driving, devices);
  }

  /** Whether all these devices have their channels: the driving device then goes on. */
  holds(joiners: readonly Joiner[]): boolean {
    return joiners.every((joiner) => this.#memberOf(joiner) !== undefined);
  }

  /** Whether these devices have joined, and no others. */
  isAsPlanned(joiners: readonly Joiner[]): boolean {
    const present = this.#members.filter(({ isPresent }) => isPresent);
    return joiners.length === present.length && joiners.every((joiner) => this.#memberOf(joiner)?.isPresent);
  }

  /**
   * Gives these devices channels, and keeps those that the awaited ones had. Returns devices that can't join, with the
   * reason. Only while the driving device is stopped. `own`: ports of the device that is to drive.
   */
  rearrange(joiners: readonly Joiner[], awaited: readonly string[], own: ConnectedPorts): readonly Refused[] {
    this.stop();
    const isJoining = (id: string) => joiners.some(({ open }) => open.planned.model.id === id);
    const reserved = this.#members.filter(({ id }) => awaited.includes(id) && !isJoining(id));
    this.#members = [];
    this.#joined?.clear();
    const refused: Refused[] = [];
    for (const { open, settings } of joiners) {
      const { id } = open.planned.model;
      const reason = this.#join(id, settings, open.description);
      if (reason !== '') refused.push({ id, reason });
    }
    for (const { id, settings, description } of reserved) {
      const taken = this.#members.map((member) => member.settings);
      const reason = this.#plan.fault(settings, own, taken) || this.#join(id, settings, description);
      if (reason !== '') this.#failed(id, `its channels are not kept: ${reason}`);
    }
    return refused;
  }

  /** Starts these devices, stops others. Returns the ones that can't be started, with the reason. */
  start(joiners: readonly Joiner[], settings: StreamSettings, mixerRate: number): readonly Refused[] {
    const joining = new Map(joiners.map((joiner) => [this.#memberOf(joiner), joiner.open]));
    for (const member of this.#members) {
      const open = joining.get(member);
      if (open) member.take(open);
      else member.release();
    }
    return this.follow(settings, mixerRate);
  }

  /** Starts devices with other settings anew; see JoinedMember.adapt. Returns the ones that can't be started. */
  follow(settings: StreamSettings, mixerRate: number): readonly Refused[] {
    return this.#members.flatMap((member): Refused[] => {
      try {
        member.adapt(settings, mixerRate);
        return [];
      } catch (error) {
        return [{ id: member.id, reason: messageOf(error) }];
      }
    });
  }

  member(id: string): JoinedMember | undefined {
    return this.#members.find((member) => member.id === id);
  }

  stop(): void {
    for (const member of this.#members) member.stop();
  }

  /** Returns why the native part refuses the device, '' when it has channels. */
  #join(id: string, settings: JoinSettings, description: DeviceDescription): string {
    try {
      if (!this.#native || !this.#mixer) throw new Error('no device can join here');
      this.#joined ??= this.#native.joinDevices(this.#mixer.processor);
      const native = this.#joined.join(settings);
      const member = new JoinedMember(id, settings, native, description, (words) => this.#failed(id, words));
      this.#members = [...this.#members, member];
      return '';
    } catch (error) {
      const reason = messageOf(error);
      this.#plan.refuse(settings, reason);
      return reason;
    }
  }

  #memberOf({ open, settings }: Joiner): JoinedMember | undefined {
    return this.#members.find((member) => member.id === open.planned.model.id && member.fits(settings));
  }
}
