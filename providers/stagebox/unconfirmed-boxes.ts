// No strip is audible before its preamp is confirmed. The half with the sound of a box may come before the half with the
// preamps is as wanted: until that reports so, the mixer holds the sources of the preamps. A half with the preamps that is
// lost by itself mutes nothing, and one that does not come holds nothing for longer than `longestMs`.
import {
  type Audio,
  type Box,
  type Convergence,
  type Desk,
  isSameJson,
  type Time,
  type Warnings,
} from 'rowdesk/provider';
import type { Boxes } from './boxes.ts';
import { phantomSettlesMs } from './contract.ts';
import { boxPath } from './device-paths.ts';
import { HeldBox } from './held-box.ts';
import type { PatchedNames } from './patched-names.ts';
import { inputPath } from './sockets.ts';

/** From when the sound is there, or both halves. */
const longestMs = 10_000;
const lookEveryMs = 250;
/** Halves that a control process finds so soon at a mixer that runs were there before it. */
const findingMs = 10_000;

export interface UnconfirmedBoxesNeeds {
  readonly audio: Audio;
  readonly boxes: Boxes;
  readonly convergence: Convergence;
  readonly desk: Desk;
  readonly patched: Pick<PatchedNames, 'sources'>;
  readonly time: Time;
  readonly warnings: Warnings;
}

export class UnconfirmedBoxes {
  readonly #needs: UnconfirmedBoxesNeeds;
  /** Since when the sound of a half is there, by its id; monotonic ms, undefined while it is away. */
  readonly #soundSince = new Map<string, number | undefined>();
  readonly #wasThere = new Set<string>();
  /** By box. */
  readonly #controlSince = new Map<string, number>();
  /** By box the ports with its sound, by number of the input, as they were last known: a half that is away may have none. */
  readonly #lastPorts = new Map<string, Map<number, string>>();
  readonly #held = new Map<string, HeldBox>();
  /** Boxes that are heard without their preamps being confirmed, each with its warning. */
  readonly #warned = new Map<string, string>();
  /** By box the arrival of its sound that needs nothing more. */
  readonly #done = new Map<string, number>();
  /** Monotonic ms: a running mixer was found then, with what it plays. */
  #attachedMs: number | undefined;
  #hasLooked = false;
  #state: Audio['state'] | undefined;
  #stopLooking: (() => void) | undefined;

  constructor(needs: UnconfirmedBoxesNeeds) {
    this.#needs = needs;
  }

  start(): () => void {
    const stop = this.#needs.audio.onChange(() => this.#look());
    this.#look();
    return () => {
      stop();
      this.#stopLooking?.();
    };
  }

  #look(): void {
    const { audio, boxes, time } = this.#needs;
    // Nothing is known of a mixer yet.
    if (audio.state === 'starting' && audio.clock.driving === '') return;
    const now = time.monotonicMs();
    if (!this.#hasLooked && audio.state !== 'starting') this.#attachedMs = now;
    this.#hasLooked = true;
    const mixerChanged = this.#state !== audio.state;
    this.#state = audio.state;
    const list = boxes.list();
    this.#noteSounds(list, now);
    this.#noteControls(list, now);
    for (const box of list) this.#notePorts(box);
    for (const box of list) if (box.control !== undefined) this.#judge(box, now);
    const ids = new Set(list.filter(({ control }) => control !== undefined).map(({ id }) => id));
    for (const id of [...this.#lastPorts.keys(), ...this.#held.keys(), ...this.#warned.keys()])
      if (!ids.has(id)) this.#forget(id);
    for (const held of this.#held.values()) held.renew(now, mixerChanged);
    this.#lookAgain(this.#held.size + this.#warned.size > 0);
  }

  #noteSounds(list: readonly Box[], now: number): void {
    for (const { audio } of list) {
      if (audio === undefined) continue;
      // One that was never there may be listed as absent before its process has answered.
      const isNew = this.#soundSince.get(audio.id) === undefined && !this.#wasThere.has(audio.id);
      const wasFound = isNew && this.#attachedMs !== undefined && now < this.#attachedMs + findingMs;
      const since = this.#soundSince.get(audio.id) ?? (wasFound ? Number.NEGATIVE_INFINITY : now);
      this.#soundSince.set(audio.id, audio.present ? since : undefined);
      if (audio.present) this.#wasThere.add(audio.id);
    }
    const there = new Set(list.map(({ audio }) => audio?.id));
    for (const id of this.#soundSince.keys()) if (!there.has(id)) this.#soundSince.set(id, undefined);
  }

  #noteControls(list: readonly Box[], now: number): void {
    const there = list.filter(({ control }) => control?.present).map(({ id }) => id);
    for (const id of there) if (!this.#controlSince.has(id)) this.#controlSince.set(id, now);
    for (const id of this.#controlSince.keys()) if (!there.includes(id)) this.#controlSince.delete(id);
  }

  #notePorts({ id, audio, control, ports }: Box): void {
    if (audio === undefined || control === undefined) return;
    const known = this.#lastPorts.get(id) ?? new Map<number, string>();
    for (const port of ports) if (port.direction === 'input' && port.id !== '') known.set(port.channel, port.id);
    this.#lastPorts.set(id, known);
  }

  #judge(box: Box, now: number): void {
    const soundMs = this.#soundSince.get(box.audio?.id ?? '');
    // Preamps that have not said yet which sound they belong to: it may be heard since long.
    if (box.audio === undefined && !this.#lastPorts.has(box.id)) return;
    if (soundMs === undefined) {
      this.#done.delete(box.id);
      this.#clear(box.id);
      this.#hold(box).away(box, this.#inputs(box), () => this.#needs.patched.sources());
      return;
    }
    const bothMs = this.#bothSince(box, soundMs);
    if (this.#done.get(box.id) === soundMs) {
      if (this.#warned.has(box.id) && this.#waiting(box, bothMs, now).length === 0) this.#clear(box.id);
      return;
    }
    // What names its sound late does not mute what is heard already, nor what a host has found.
    if (soundMs === Number.NEGATIVE_INFINITY || (!this.#held.has(box.id) && now >= soundMs + longestMs)) {
      this.#done.set(box.id, soundMs);
      this.#release(box.id);
      return;
    }
    const waiting = this.#hold(box).keep(this.#inputs(box), this.#waiting(box, bothMs, now));
    if (waiting.length > 0 && now < (bothMs ?? soundMs) + longestMs) return;
    this.#done.set(box.id, soundMs);
    this.#release(box.id);
    if (waiting.length > 0) this.#warn(box, waiting);
  }

  #bothSince({ id }: Box, soundMs: number): number | undefined {
    const controlMs = this.#controlSince.get(id);
    return controlMs === undefined ? undefined : Math.max(controlMs, soundMs);
  }

  /** The numbers of inputs whose preamps are not reported as wanted since both halves are there, a whole heartbeat later. */
  #waiting(box: Box, bothMs: number | undefined, now: number): readonly number[] {
    const { convergence } = this.#needs;
    const inputs = this.#inputs(box);
    const askedMs = convergence.askedMs(`stagebox:${box.id}`);
    if (bothMs === undefined || askedMs === undefined || askedMs < bothMs + convergence.heartbeatMs) return inputs;
    return inputs.filter((n) => this.#openFields(box.id, n).length > 0 || this.#settles(box.id, n, now - bothMs));
  }

  /** Those with a preamp. */
  #inputs({ id, ports }: Box): readonly number[] {
    return ports
      .filter(({ direction }) => direction === 'input')
      .map(({ channel }) => channel)
      .filter((n) => this.#needs.boxes.preampFields({ id, n }).length > 0);
  }

  /** What can't be read back counts as the device took it. */
  #openFields(id: string, n: number): readonly string[] {
    const { boxes, convergence, desk } = this.#needs;
    const path = inputPath(id, n);
    return boxes.preampFields({ id, n }).filter((field) => {
      if (desk.observed.matches(path, field) || convergence.own.has(path, field)) return false;
      const reading = desk.observed.read(path, field);
      return reading?.state !== 'unverified' || !isSameJson(reading.value, desk.read(path)[field]);
    });
  }

  /** Phantom power comes with the device, and its sound is unfit as after a switch. */
  #settles(id: string, n: number, passedMs: number): boolean {
    return passedMs < phantomSettlesMs && this.#needs.desk.read(inputPath(id, n)).phantom === true;
  }

  #hold({ id }: Box): HeldBox {
    const held = this.#held.get(id) ?? new HeldBox(id, this.#lastPorts.get(id) ?? new Map(), this.#needs);
    this.#held.set(id, held);
    return held;
  }

  #release(id: string): void {
    this.#held.get(id)?.release();
    this.#held.delete(id);
  }

  #forget(id: string): void {
    this.#release(id);
    this.#lastPorts.delete(id);
    this.#done.delete(id);
    this.#clear(id);
  }

  #warn(box: Box, waiting: readonly number[]): void {
    const { warnings } = this.#needs;
    const id = `preamps-unconfirmed-${box.id.replace(/[^A-Za-z0-9._~-]/g, '-')}`.slice(0, 64);
    const fields = (n: number) => this.#openFields(box.id, n).join(', ');
    const named = waiting.slice(0, 4).map((n) => `input ${n} (${fields(n)})`);
    const more = waiting.length > named.length ? ` and ${waiting.length - named.length} more` : '';
    const why = box.control?.present
      ? `the device does not report as wanted: ${named.join(', ')}${more}`
      : box.reason || 'the device with its preamps is not there';
    warnings.raise({
      id,
      title: `${box.label || box.id} is heard without its preamps being confirmed`,
      titleCode: { code: 'preamps-unconfirmed', params: { box: box.label || box.id } },
      detail: `After ${longestMs / 1000} s its strips were opened: ${why}.`,
      severity: 'warning',
      path: boxPath(box.id),
    });
    this.#warned.set(box.id, id);
  }

  #clear(id: string): void {
    const warning = this.#warned.get(id);
    if (warning !== undefined) this.#needs.warnings.clear(warning);
    this.#warned.delete(id);
  }

  #lookAgain(isNeeded: boolean): void {
    if (!isNeeded) this.#stopLooking?.();
    if (!isNeeded) this.#stopLooking = undefined;
    else this.#stopLooking ??= this.#needs.time.every(lookEveryMs, () => this.#look());
  }
}
