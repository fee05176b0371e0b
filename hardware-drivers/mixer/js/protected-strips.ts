// Protection against howling, by strip. The settings go to the native half, which listens and places notches without this
// process; what it reports is observed as fields of `.../hrp/report`.
import { isDeepStrictEqual } from 'node:util';
import type { Reading, Value } from 'rowdesk/driver';
import type { FieldGroup } from './field-groups.ts';
import { type HowlReport, reportAfter } from './howl-report.ts';
import { faultOf, type HowlSettings, howlModes, initialSettings, isHowlField } from './howl-settings.ts';
import type { NativeMixer } from './native.ts';

type Native = Pick<NativeMixer, 'protect' | 'howlChanges' | 'howlReport'>;

/** Kinds with inserts; rows.md. */
const kinds: readonly string[] = ['input', 'fxReturn', 'aux', 'mix', 'matrix', 'main'];

interface Strip {
  /** Of the native half. */
  readonly number: number;
  /** Of its row. */
  readonly path: string;
  settings: HowlSettings;
  /** From the first change of its settings on. */
  report: HowlReport | undefined;
  /** An unchanged one is the same object as before. */
  readonly settingReadings: Map<string, Reading>;
  readonly reportReadings: Map<string, Reading>;
}

export class ProtectedStrips implements FieldGroup {
  readonly #native: Native;
  readonly #nowMs: () => number;
  readonly #strips: ReadonlyMap<string, Strip>;
  #changes = 0;
  #readings: readonly Reading[] | undefined;

  /** paths: of all strips with sound, in the order of the native half. nowMs: since 1970. */
  constructor(native: Native, paths: readonly string[], nowMs: () => number) {
    this.#native = native;
    this.#nowMs = nowMs;
    const strips = paths.map((path, number) => newStrip(number, `${path}/hrp`));
    this.#strips = new Map(strips.filter(isProtectable).map((strip) => [strip.path, strip]));
  }

  takes(value: Value): boolean {
    return isHowlField(value.field) && this.#strips.has(value.path);
  }

  /** A value out of its range is refused, and the others are applied. */
  apply(values: readonly Value[]): readonly Reading[] {
    const refused: Reading[] = [];
    const changed = new Set<Strip>();
    for (const { path, field, value } of values) {
      const strip = this.#strips.get(path) as Strip;
      const reason = faultOf(field, value);
      if (reason !== '') refused.push({ path, field, value, state: 'refused', reason });
      else if (!isDeepStrictEqual(strip.settings[field as keyof HowlSettings], value)) {
        strip.settings = { ...strip.settings, [field]: value };
        changed.add(strip);
      }
    }
    for (const strip of changed) this.#protect(strip);
    return refused;
  }

  get readings(): readonly Reading[] {
    const strips = [...this.#strips.values()];
    const changes = this.#native.howlChanges();
    if (changes !== this.#changes) {
      this.#changes = changes;
      for (const strip of strips) if (strip.report) this.#look(strip);
    }
    // A report that is new leaves the places of the settings as they are.
    this.#readings ??= [
      ...strips.flatMap(({ settingReadings }) => [...settingReadings.values()]),
      ...strips.flatMap(({ reportReadings }) => [...reportReadings.values()]),
    ];
    return this.#readings;
  }

  #protect(strip: Strip): void {
    const { enabled, mode, sensitivityPercent, maxNotches, maxDepthDb, liftAfterS, fixed } = strip.settings;
    const numbers = [sensitivityPercent, maxNotches, maxDepthDb, liftAfterS];
    const notches = fixed.flatMap(({ frequencyHz, q, gainDb }) => [frequencyHz, q, gainDb]);
    const number = howlModes.indexOf(enabled ? mode : 'off');
    this.#native.protect(strip.number, number, Float64Array.from([...numbers, ...notches]));
    this.#look(strip);
  }

  #look(strip: Strip): void {
    const found = this.#native.howlReport(strip.number);
    strip.report = reportAfter(strip.report, found, strip.settings, this.#nowMs());
    show(strip.settingReadings, strip.path, strip.settings);
    show(strip.reportReadings, `${strip.path}/report`, strip.report);
    this.#readings = undefined;
  }
}

function newStrip(number: number, path: string): Strip {
  const readings = { settingReadings: new Map<string, Reading>(), reportReadings: new Map<string, Reading>() };
  show(readings.settingReadings, path, initialSettings);
  return { number, path, settings: initialSettings, report: undefined, ...readings };
}

function show(readings: Map<string, Reading>, path: string, fields: HowlSettings | HowlReport): void {
  for (const [field, value] of Object.entries(fields)) {
    if (isDeepStrictEqual(readings.get(field)?.value, value)) continue;
    readings.set(field, { path, field, value, state: 'applied' });
  }
}

const isProtectable = ({ path }: Strip) => kinds.includes(path.split('/')[2] ?? '');
