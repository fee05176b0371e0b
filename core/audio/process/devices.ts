// The devices of the plan, opened by their drivers.

import { withTimeout } from '../../base/timeout.ts';
import type { AudioDevice, ControlDevice, DeviceDescription, DriverContext } from '../../driver.ts';
import type { Time } from '../../services.ts';
import type { PlannedDevice, Status } from '../link/shapes.ts';
import type { CallMarkers } from './call-markers.ts';
import type { DriverModules } from './modules.ts';
import type { LocalTargets } from './targets.ts';
import { checkedDevice, checkTarget, messageOf, plainDescription } from './untrusted.ts';

export interface OpenDevice {
  readonly planned: PlannedDevice;
  readonly device: AudioDevice | ControlDevice;
  readonly description: DeviceDescription;
}

/** A device with audio: it has a thread that can drive the mixer. */
export interface OpenAudioDevice extends OpenDevice {
  readonly device: AudioDevice;
}

/** How long a driver's open() may take, in milliseconds. */
const openMs = 10_000;
/** How long it may take to tell others that the sound ends. */
const soundEndsMs = 1_000;

interface OpenedDevice {
  readonly planned: PlannedDevice;
  readonly state: 'open' | 'failed' | 'different-clock';
  readonly reason: string;
  readonly open?: OpenDevice;
}

export class Devices {
  readonly #kept = new Map<string, OpenedDevice>();
  readonly #failures = new Map<string, Status['failures'][number]>();
  readonly #modules: DriverModules;
  readonly #targets: LocalTargets;
  readonly #marks: CallMarkers;
  readonly #time: Pick<Time, 'after'>;
  readonly #contextOf: (planned: PlannedDevice) => DriverContext;

  constructor(
    modules: DriverModules,
    targets: LocalTargets,
    marks: CallMarkers,
    time: Pick<Time, 'after'>,
    contextOf: (planned: PlannedDevice) => DriverContext,
  ) {
    this.#modules = modules;
    this.#targets = targets;
    this.#marks = marks;
    this.#time = time;
    this.#contextOf = contextOf;
  }

  /** Opens a device. A device that can't be opened is kept with the reason. Never rejects. */
  async open(planned: PlannedDevice): Promise<void> {
    const { id } = planned.model;
    if (this.#kept.has(id)) return;
    try {
      const driver = this.#modules.deviceDriver(planned.driver);
      const context = this.#contextOf(planned);
      const made = await this.#marks.into(planned.driver, async () => {
        const opening = Promise.resolve(driver.open(planned.model, context));
        return await withTimeout<AudioDevice | ControlDevice>(opening, openMs, this.#time).catch((error) => {
          // A device that opens after the timeout is closed.
          opening.then((late) => late.close()).catch(() => {});
          throw error;
        });
      });
      const device = this.#marks.guard<AudioDevice | ControlDevice>(planned.driver, checkedDevice(made));
      const open = this.#accept(planned, device);
      this.#kept.set(id, { planned, state: 'open', reason: '', open });
      // A stand-in takes no values: the desk's are for the absent device.
      if (!planned.fallback) this.#targets.add(device);
    } catch (error) {
      const reason = messageOf(error);
      this.#kept.set(id, { planned, state: 'failed', reason });
      this.#failures.set(`${planned.driver} ${id}`, { driver: planned.driver, id, reason });
    }
  }

  close(id: string): void {
    const kept = this.#kept.get(id);
    this.#kept.delete(id);
    if (kept) this.#release(kept);
  }

  /** Each device takes back what others were told of the sound. Never rejects. */
  async soundEnds(): Promise<void> {
    const devices = [...this.#kept.values()].flatMap(({ open }) => open ?? []);
    await Promise.all(
      devices.map(async ({ planned, device }) => {
        if (!('soundEnds' in device)) return;
        try {
          await withTimeout(Promise.resolve(device.soundEnds?.()), soundEndsMs, this.#time);
        } catch (error) {
          this.#contextOf(planned).log('warn', `soundEnds() failed: ${messageOf(error)}`);
        }
      }),
    );
  }

  closeAll(): void {
    for (const id of [...this.#kept.keys()]) this.close(id);
  }

  /** Closes a device and keeps the reason. */
  setAside(id: string, state: 'failed' | 'different-clock', reason: string): void {
    const kept = this.#kept.get(id);
    if (!kept) return;
    this.#kept.set(id, { planned: kept.planned, state, reason });
    const { driver } = kept.planned;
    if (state === 'failed') this.#failures.set(`${driver} ${id}`, { driver, id, reason });
    this.#release(kept);
  }

  /** Reads ports, latency and label of a device again. Undefined when the device isn't open. */
  describeAgain(id: string): OpenDevice | undefined {
    const kept = this.#kept.get(id);
    if (!kept?.open) return undefined;
    const open = { ...kept.open, description: plainDescription(kept.open.device) };
    this.#kept.set(id, { ...kept, open });
    return open;
  }

  get failures(): Status['failures'] {
    return [...this.#failures.values()];
  }

  forgetFailures(isMeant: (failure: Status['failures'][number]) => boolean): void {
    for (const [key, failure] of this.#failures) if (isMeant(failure)) this.#failures.delete(key);
  }

  get planned(): readonly PlannedDevice[] {
    return [...this.#kept.values()].map(({ planned }) => planned);
  }

  opened(id: string): OpenDevice | undefined {
    return this.#kept.get(id)?.open;
  }

  get allOpen(): readonly OpenDevice[] {
    return [...this.#kept.values()].flatMap(({ open }) => open ?? []);
  }

  /** The driver of the device that is this target; undefined where none is. */
  driverOf(target: string): string | undefined {
    return this.allOpen.find(({ device }) => device.target === target)?.planned.driver;
  }

  /** Undefined for a device that isn't open, or has no audio. */
  openedAudio(id: string): OpenAudioDevice | undefined {
    const open = this.opened(id);
    return open && hasAudio(open) ? open : undefined;
  }

  get allOpenAudio(): readonly OpenAudioDevice[] {
    return this.allOpen.filter(hasAudio);
  }

  get status(): Status['devices'] {
    return [...this.#kept.values()].map(({ planned, state, reason, open }) => ({
      id: planned.model.id,
      driver: planned.driver,
      fallback: planned.fallback,
      state,
      reason,
      description: open?.description ?? null,
    }));
  }

  /** Closes a device that can't be used, and throws Error with the reason. */
  #accept(planned: PlannedDevice, device: AudioDevice | ControlDevice): OpenDevice {
    try {
      checkTarget(device, planned.model.id, this.#modules.order(planned.driver)?.kind);
      return { planned, device, description: plainDescription(device) };
    } catch (error) {
      this.#close(planned, device);
      throw error;
    }
  }

  #release({ open, planned }: OpenedDevice): void {
    if (!open) return;
    this.#targets.remove(open.device);
    this.#close(planned, open.device);
  }

  #close(planned: PlannedDevice, device: AudioDevice | ControlDevice): void {
    try {
      device.close();
    } catch (error) {
      this.#contextOf(planned).log('warn', `close() failed: ${messageOf(error)}`);
    }
  }
}

function hasAudio(open: OpenDevice): open is OpenAudioDevice {
  return typeof (open.device as Partial<AudioDevice>).start === 'function';
}
