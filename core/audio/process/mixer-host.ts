// The mixer of this process, opened for a layout.
import type { DriverContext, Mixer, MixerFields, ProcessorDescription, StripCounts, Watchdog } from '../../driver.ts';
import type { MeterFormat } from '../link/meter-frame.ts';
import type { Status } from '../link/shapes.ts';
import type { CallMarkers } from './call-markers.ts';
import type { DriverModules } from './modules.ts';
import type { LocalTargets } from './targets.ts';
import { plainMeterFormat } from './untrusted.ts';

export class MixerHost {
  readonly #modules: DriverModules;
  readonly #targets: LocalTargets;
  readonly #marks: CallMarkers;
  readonly #watchdog: Watchdog | undefined;
  #driver = '';
  #layout = '';
  #mixer: Mixer | undefined;
  #meterFormat: MeterFormat | undefined;
  #reason = '';

  constructor(modules: DriverModules, targets: LocalTargets, marks: CallMarkers, watchdog?: Watchdog) {
    this.#modules = modules;
    this.#targets = targets;
    this.#marks = marks;
    this.#watchdog = watchdog;
  }

  get mixer(): Mixer | undefined {
    return this.#mixer;
  }

  /** The same object for as long as the mixer stays open. */
  get meterFormat(): MeterFormat | undefined {
    return this.#meterFormat;
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
      const mixer = this.#marks.guard(driver, opened);
      this.#meterFormat = checkedFormat(mixer);
      this.#mixer = mixer;
      this.#targets.add(mixer);
    } catch (error) {
      this.#reason = (error as Error).message;
    }
  }

  close(): void {
    const mixer = this.#mixer;
    if (!mixer) return;
    this.#mixer = undefined;
    this.#meterFormat = undefined;
    this.#targets.remove(mixer);
    mixer.close();
  }

  get status(): Status['mixer'] {
    const mixer = this.#mixer;
    if (!mixer) {
      const state = this.#reason === '' ? 'none' : 'failed';
      return { driver: this.#driver, state, reason: this.#reason, isOpen: false, clock: 'lost', faultyStrips: [] };
    }
    const { isOpen, clock, faultyStrips, faults = [] } = mixer.state();
    return {
      driver: this.#driver,
      state: 'open',
      reason: '',
      isOpen,
      clock,
      faultyStrips: [...faultyStrips],
      faults: [...faults],
    };
  }
}

/** Closes a mixer that describes its meters wrongly. */
function checkedFormat(mixer: Mixer): MeterFormat {
  try {
    return plainMeterFormat(mixer);
  } catch (error) {
    mixer.close();
    throw error;
  }
}

function orderless(layout: StripCounts): string {
  return JSON.stringify(Object.entries(layout).sort(([a], [b]) => (a < b ? -1 : 1)));
}
