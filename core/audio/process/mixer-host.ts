// The mixer of this process, opened for a layout.
import type { DriverContext, Mixer, MixerFields, ProcessorDescription, StripCounts, Watchdog } from '../../driver.ts';
import type { MeterFormat } from '../link/meter-frame.ts';
import type { Status } from '../link/shapes.ts';
import type { CallMarkers } from './call-markers.ts';
import { CheckedMixer } from './checked-mixer.ts';
import type { DriverModules } from './modules.ts';
import type { LocalTargets } from './targets.ts';
import { messageOf } from './untrusted.ts';

export class MixerHost {
  readonly #modules: DriverModules;
  readonly #targets: LocalTargets;
  readonly #marks: CallMarkers;
  readonly #watchdog: Watchdog | undefined;
  #driver = '';
  #layout = '';
  #mixer: CheckedMixer | undefined;
  #reason = '';

  constructor(modules: DriverModules, targets: LocalTargets, marks: CallMarkers, watchdog?: Watchdog) {
    this.#modules = modules;
    this.#targets = targets;
    this.#marks = marks;
    this.#watchdog = watchdog;
  }

  get mixer(): CheckedMixer | undefined {
    return this.#mixer;
  }

  /** The same object for as long as the mixer stays open. */
  get meterFormat(): MeterFormat | undefined {
    return this.#mixer?.meterFormat;
  }

  /** The mixer's package, '' for none. */
  get driver(): string {
    return this.#driver;
  }

  is(driver: string, layout: StripCounts): boolean {
    return this.#mixer !== undefined && this.#driver === driver && this.#layout === orderless(layout);
  }

  /** Opens the mixer with closed outputs (`mutedBy: startup`). Never throws; `status` has the reason of a failure. */
  open(driver: string, layout: StripCounts, context: DriverContext): void {
    this.#driver = driver;
    this.#layout = orderless(layout);
    this.#reason = '';
    try {
      const module = this.#modules.mixerDriver(driver);
      const { config = {}, processors = [], fields = {} } = this.#modules.order(driver) ?? {};
      const described = { processors: processors as unknown as ProcessorDescription[], fields: fields as MixerFields };
      const own = { config, ...described, watchdog: this.#watchdog };
      const opened = this.#marks.into(driver, () => module.open(layout, { ...context, ...own }));
      this.#mixer = checkedMixer(this.#marks.guard(driver, opened), context);
      this.#targets.add(this.#mixer);
    } catch (error) {
      this.#reason = messageOf(error);
    }
  }

  close(): void {
    const mixer = this.#mixer;
    if (!mixer) return;
    this.#mixer = undefined;
    this.#targets.remove(mixer);
    mixer.close();
  }

  get status(): Status['mixer'] {
    const mixer = this.#mixer;
    if (!mixer) {
      const state = this.#reason === '' ? 'none' : 'failed';
      return { driver: this.#driver, state, reason: this.#reason, isOpen: false, clock: 'lost', faultyStrips: [] };
    }
    const { isOpen, clock, faultyStrips, faults, alignmentExcess } = mixer.state();
    return { driver: this.#driver, state: 'open', reason: '', isOpen, clock, faultyStrips, faults, alignmentExcess };
  }
}

/** Closes a mixer that can't be used. */
function checkedMixer(mixer: Mixer, { warn }: DriverContext): CheckedMixer {
  try {
    return new CheckedMixer(mixer, warn);
  } catch (error) {
    mixer.close();
    throw error;
  }
}

function orderless(layout: StripCounts): string {
  return JSON.stringify(Object.entries(layout).sort(([a], [b]) => (a < b ? -1 : 1)));
}
