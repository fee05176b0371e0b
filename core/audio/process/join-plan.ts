// Which of the open devices join the one that drives the mixer, and why the others do not.
import type { ConnectedPorts, DeviceDescription } from '../../driver.ts';
import { portsOf } from './active-stream.ts';
import type { OpenAudioDevice } from './devices.ts';
import type { JoinSettings, Native } from './native.ts';

/** What joining needs of the native part. */
export type JoinNative = Pick<Native, 'joinDevices' | 'mostResampledChannels'>;

export interface Joiner {
  readonly open: OpenAudioDevice;
  readonly settings: JoinSettings;
}

/** A device that can't join by the clock that drives the mixer; it may drive it itself. */
export interface Refused {
  readonly id: string;
  readonly reason: string;
}

/** Channels of a joined device, in each direction. */
const mostOfDevice = 256;
/** Channels that the mixer takes, in each direction. */
const mostOfMixer = 1024;

export class JoinPlan {
  readonly #native: JoinNative | undefined;
  /** Why the native part joins no device, by whether it is resampled; absent until it has said so. */
  readonly #impossible = new Map<boolean, string>();

  /** Without `native` no device joins. */
  constructor(native: JoinNative | undefined) {
    this.#native = native;
  }

  /** The native part can't join devices that are resampled, or those that are not: it is not asked again. */
  refuse({ resamples }: JoinSettings, reason: string): void {
    this.#impossible.set(resamples, reason);
  }

  /** `devices`: all but the driving one, in the order of preference. A stand-in does not join. */
  sort(
    driving: DeviceDescription,
    devices: readonly OpenAudioDevice[],
  ): { readonly joiners: readonly Joiner[]; readonly refused: readonly Refused[] } {
    const joiners: Joiner[] = [];
    const refused: Refused[] = [];
    const own = portsOf(driving);
    for (const open of devices) {
      const { planned, description } = open;
      // Devices whose clock has no name may drift.
      const isOtherClock = description.clockId === '' || description.clockId !== driving.clockId;
      const reason = isOtherClock && !(planned.resample && this.#native) ? otherClock(description, driving) : '';
      const settings = settingsOf(description, isOtherClock);
      const taken = joiners.map((each) => each.settings);
      const isJoining = reason === '' && this.#native && !planned.fallback && settings.inputs + settings.outputs > 0;
      const why = isJoining ? this.fault(settings, own, taken) : reason;
      if (why !== '') refused.push({ id: planned.model.id, reason: why });
      else if (isJoining) joiners.push({ open, settings });
    }
    return { joiners, refused };
  }

  /** Why a device can't join beside these, in words, '' when it can. `own`: ports of the driving device. */
  fault(settings: JoinSettings, own: ConnectedPorts, taken: readonly JoinSettings[]): string {
    for (const direction of ['inputs', 'outputs'] as const) {
      const count = settings[direction];
      if (count > mostOfDevice) return `it has ${count} ${direction}, and a joined device may have ${mostOfDevice}`;
      const all = taken.reduce((sum, each) => sum + each[direction], own[direction].length + count);
      if (all > mostOfMixer) return `with its ${count} the mixer would have ${all} ${direction}; it has ${mostOfMixer}`;
    }
    const impossible = this.#impossible.get(settings.resamples);
    if (impossible !== undefined) return impossible;
    if (!settings.resamples) return '';
    const most = this.#native?.mostResampledChannels ?? 0;
    const used = channelsOf(taken.filter(({ resamples }) => resamples));
    const count = channelsOf([settings]);
    if (used + count <= most) return '';
    const beside = used === 0 ? '' : `, ${used} of them for devices before it`;
    return `its clock is another one, and it has ${count} channels; the desk resamples at most ${most}${beside}`;
  }
}

/** How a device joins. */
export function settingsOf(description: DeviceDescription, resamples: boolean): JoinSettings {
  const { inputs, outputs } = portsOf(description);
  return { inputs: inputs.length, outputs: outputs.length, resamples };
}

function channelsOf(devices: readonly JoinSettings[]): number {
  return devices.reduce((sum, { inputs, outputs }) => sum + inputs + outputs, 0);
}

function otherClock({ id, clockId }: DeviceDescription, driving: DeviceDescription): string {
  const clocks = `its clock is '${clockId}', the mixer runs by '${driving.clockId}' of ${driving.id}`;
  return `${clocks}; to have it join by resampling, give ${id} "resample": true in "devices" of the configuration`;
}
