// Spares at work: what is armed is watched by its trigger, and who goes over to a spare is noted and told of.
import {
  type Audio,
  type Desk,
  type Documents,
  type Faults,
  type Graph,
  Listeners,
  type Log,
  stopAll,
  type Time,
  type Warnings,
} from 'rowdesk/provider';
import { type StripRef, stripName, stripPath } from '../console/index.ts';
import { ignoredPath } from '../patchbay/index.ts';
import { LostTrigger } from './lost-trigger.ts';
import { RefusedSwitches } from './refused-switches.ts';
import { SilenceTrigger } from './silence-trigger.ts';
import { type Armed, type SpareStrips, sparePath } from './spare-strips.ts';
import { SwitchTimes } from './switch-times.ts';

/** Who switches over, in the history: it is a change of the show like any other, and another actor's. */
const actor = 'spare';

export interface SparesNeeds {
  readonly audio: Audio;
  readonly desk: Desk;
  readonly documents: Documents;
  readonly faults: Faults;
  readonly graph: Graph;
  readonly log: Log;
  readonly time: Time;
  readonly warnings: Warnings;
}

export class Spares {
  readonly #strips: SpareStrips;
  readonly #needs: SparesNeeds;
  readonly #times: SwitchTimes;
  readonly #silence: SilenceTrigger;
  readonly #lost: LostTrigger;
  readonly #refused: RefusedSwitches;
  readonly #byPath: ReadonlyMap<string, StripRef>;
  readonly #active = new Set<StripRef>();
  /** Strips whose spare is wanted to be armed, whether or not it can be now. */
  readonly #wanted = new Set<StripRef>();
  readonly #listeners: Listeners;

  constructor(strips: SpareStrips, needs: SparesNeeds) {
    const { audio, documents, faults, graph, log, time, warnings } = needs;
    this.#listeners = new Listeners(faults, 'a listener of the spares');
    this.#strips = strips;
    this.#needs = needs;
    this.#times = new SwitchTimes(documents, log);
    this.#refused = new RefusedSwitches(warnings, log);
    const switch_ = {
      over: (armed: Armed) => this.#switchOver(armed),
      unneeded: (strip: StripRef) => this.#refused.forget(strip),
    };
    this.#silence = new SilenceTrigger(audio, time, switch_);
    this.#lost = new LostTrigger(audio, graph, time, switch_);
    this.#byPath = new Map(
      strips.list().flatMap((strip) => [stripPath(strip), sparePath(strip)].map((path) => [path, strip])),
    );
  }

  switchedAt(strip: StripRef): string {
    return this.#times.of(strip);
  }

  /** Called after a strip went over, or back. */
  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  start(): () => void {
    const { desk } = this.#needs;
    for (const strip of this.#strips.list()) if (this.#isActive(strip)) this.#enter(strip);
    this.#follow();
    return stopAll(
      this.#lost.start(),
      desk.onCommit((_revision, paths) => this.#committed(paths)),
      () => this.#silence.stop(),
    );
  }

  /** Each write to a fader comes by here: who is not armed costs next to nothing. */
  #committed(paths: readonly string[]): void {
    let isConcerned = false;
    for (const path of paths) {
      const strip = this.#byPath.get(path);
      if (strip === undefined) {
        // The right leg of a stereo strip has a row of its own.
        isConcerned ||= path.startsWith('/patch/rightLegs/') || path === ignoredPath;
        continue;
      }
      this.#note(strip);
      isConcerned ||= this.#wanted.has(strip) || path === sparePath(strip);
    }
    if (isConcerned) this.#follow();
  }

  #note(strip: StripRef): void {
    const isActive = this.#isActive(strip);
    if (isActive === this.#active.has(strip)) return;
    if (isActive) {
      this.#times.set(strip, new Date(this.#needs.time.now()).toISOString());
      this.#enter(strip);
    } else {
      this.#active.delete(strip);
      this.#needs.warnings.clear(warningId(strip));
    }
    this.#listeners.notify();
  }

  #enter(strip: StripRef): void {
    this.#active.add(strip);
    this.#needs.warnings.raise({
      id: warningId(strip),
      title: `Strip ${stripName(strip)} hears its spare`,
      titleCode: { code: 'spare', params: { kind: strip.kind, index: strip.index } },
      detail: `It stays there until sourceSelected of ${stripPath(strip)} is main again.`,
      severity: 'warning',
      path: sparePath(strip),
    });
  }

  #follow(): void {
    const { desk } = this.#needs;
    this.#wanted.clear();
    for (const strip of this.#strips.list()) if (desk.read(sparePath(strip)).armed === true) this.#wanted.add(strip);
    const armed = this.#strips.armed(desk);
    const paths = new Set(armed.map(({ strip }) => sparePath(strip)));
    for (const strip of this.#strips.list()) if (!paths.has(sparePath(strip))) this.#refused.forget(strip);
    this.#silence.follow(armed);
    this.#lost.follow(armed);
  }

  #isActive(strip: StripRef): boolean {
    return this.#strips.sourceOf(strip, this.#needs.desk).active;
  }

  #switchOver({ strip, trigger }: Armed): void {
    const changes = [{ path: stripPath(strip), field: 'sourceSelected', value: 'spare' }];
    const label = `${stripName(strip)} to its spare: ${trigger}`;
    const commit = this.#needs.desk.commit({ actor, label, changes, despiteLock: true });
    commit.catch((error: unknown) => this.#refused.note(strip, error));
  }
}

const warningId = ({ kind, index }: StripRef): string => `spare-${kind}-${index}`;
