// Playing: the tracks of a take into the mixer, for the virtual soundcheck.
import { join } from 'node:path';
import type { DriverContext, Reading, Value } from 'rowdesk/driver';
import { loadNative } from './native.ts';
import type { NativePlayer, PlayerState, Transport } from './native-player.ts';
import type { Arguments, Part } from './part.ts';
import { planFrames, readTakePlan, type TakePlan } from './take-plan.ts';

/** What changes without a call is reported after this long at the latest. */
const lookMs = 100;
const transports: readonly unknown[] = ['stop', 'pause', 'play'] satisfies Transport[];
/** As long as the fades at a joint allow, and more. */
const shortestLoopS = 0.1;
const settingsPath = '/vsc/settings';
const transportPath = '/vsc/transport';

interface Loop {
  readonly fromS: number;
  readonly lengthS: number;
}

export interface PlayingNeeds extends Pick<DriverContext, 'recordingsFolder' | 'changed' | 'log'> {
  readonly player: NativePlayer;
}

export class Playing implements Part {
  readonly path = settingsPath;
  readonly calls: Part['calls'] = {
    transport: ({ transport }) => this.#transport(transport),
    seek: ({ positionS }) => this.#seek(positionS),
  };
  readonly #needs: PlayingNeeds;
  readonly #timer: ReturnType<typeof setInterval>;
  #takeId = '';
  #loop: Loop | null = null;
  #plan: TakePlan | undefined;
  /** Why the take can't be loaded; '' for none. */
  #problem = '';
  #underruns = 0;
  #reported = '';

  /** Throws Error with the remedy when the native half is missing. */
  static open(context: DriverContext): Playing {
    const { NativePlayer } = loadNative();
    return new Playing({
      recordingsFolder: context.recordingsFolder,
      changed: context.changed,
      log: context.log,
      player: new NativePlayer(context.runtimeFolder),
    });
  }

  constructor(needs: PlayingNeeds) {
    this.#needs = needs;
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#timer.unref();
  }

  apply(values: readonly Value[]): readonly Reading[] {
    return values.flatMap((value) => {
      if (value.field === 'takeId' && typeof value.value === 'string') this.#load(value.value);
      else if (value.field === 'loop' && isLoop(value.value)) this.#setLoop(value.value);
      else return [{ ...value, state: 'refused' as const, reason: `the player takes no such ${value.field}` }];
      return [];
    });
  }

  observe(): readonly Reading[] {
    const state = this.#needs.player.state();
    const taken: Reading = this.#problem
      ? { path: settingsPath, field: 'takeId', value: '', state: 'refused', reason: this.#problem }
      : { path: settingsPath, field: 'takeId', value: this.#takeId, state: 'applied' };
    const shown = {
      loaded: this.#plan !== undefined,
      transport: state.transport,
      positionS: this.#secondsOf(state.position),
      // Since 1970: a reader carries the position on from here. 0 while it stands.
      soundsAtMs: state.isSounding && state.transport === 'play' ? Date.now() : 0,
      lengthS: this.#plan === undefined ? 0 : this.#secondsOf(planFrames(this.#plan)),
      underruns: state.underruns,
      fault: this.#faultIn(state),
    };
    const observed = Object.entries(shown).map(([field, value]): Reading => {
      return { path: transportPath, field, value, state: 'applied' };
    });
    return [taken, { path: settingsPath, field: 'loop', value: this.#loop, state: 'applied' }, ...observed];
  }

  close(): void {
    clearInterval(this.#timer);
    this.#needs.player.close();
  }

  #load(takeId: string): void {
    if (takeId === this.#takeId && !this.#problem) return;
    this.#takeId = takeId;
    this.#problem = '';
    this.#plan = undefined;
    this.#needs.player.load(null);
    if (takeId === '') return;
    readTakePlan(join(this.#needs.recordingsFolder, 'takes'), takeId)
      .then(
        (plan) => this.#loaded(takeId, plan),
        (error: Error) => {
          if (takeId === this.#takeId) this.#problem = error.message;
        },
      )
      .finally(() => this.#needs.changed());
  }

  #loaded(takeId: string, plan: TakePlan): void {
    if (takeId !== this.#takeId) return;
    this.#plan = plan;
    this.#needs.player.load(plan);
    this.#setLoop(this.#loop);
  }

  #setLoop(loop: Loop | null): void {
    this.#loop = loop;
    if (this.#plan === undefined) return;
    const [from, to] = loop === null ? [0, 0] : [this.#frameOf(loop.fromS), this.#frameOf(loop.fromS + loop.lengthS)];
    this.#needs.player.loop(from, Math.min(to, planFrames(this.#plan)));
  }

  #transport(transport: unknown): Arguments {
    if (!transports.includes(transport)) throw new Error('transport is play, pause or stop');
    if (transport === 'play') this.#needPlayable();
    this.#needs.player.transport(transport as Transport);
    return this.#position();
  }

  #seek(positionS: unknown): Arguments {
    if (this.#plan === undefined) throw new Error(this.#problem || 'no take is loaded');
    if (typeof positionS !== 'number' || !(positionS >= 0)) throw new Error('positionS is a number of seconds from 0');
    this.#needs.player.seek(Math.min(this.#frameOf(positionS), planFrames(this.#plan)));
    return this.#position();
  }

  #position(): Arguments {
    const { position, transport, isSounding } = this.#needs.player.state();
    return { positionS: this.#secondsOf(position), transport, isSounding };
  }

  #needPlayable(): void {
    if (this.#plan === undefined) throw new Error(this.#problem || 'no take is loaded');
    const mismatch = this.#mismatchIn(this.#needs.player.state());
    if (mismatch !== '') throw new Error(mismatch);
  }

  /** Tells of what the player did by itself: an end of the take, a fault, underruns. */
  #look(): void {
    const state = this.#needs.player.state();
    const { transport, isSounding, hasRing, underruns, fault } = state;
    if (underruns > this.#underruns) {
      const count = underruns - this.#underruns;
      this.#needs.log('warn', `the player was too late ${count} times (${underruns} in all): its disk is too slow`);
      this.#underruns = underruns;
    }
    const report = JSON.stringify([transport, isSounding, hasRing, underruns, fault]);
    if (report === this.#reported) return;
    this.#reported = report;
    this.#needs.changed();
  }

  #faultIn(state: PlayerState): string {
    return this.#problem || this.#mismatchIn(state) || state.fault;
  }

  #mismatchIn({ ringRateHz }: PlayerState): string {
    const rateHz = this.#plan?.rateHz ?? 0;
    if (ringRateHz === 0 || rateHz === 0 || ringRateHz === rateHz) return '';
    return `the take has ${rateHz} Hz, and the mixer runs at ${ringRateHz} Hz`;
  }

  #frameOf(seconds: number): number {
    return Math.round(seconds * (this.#plan?.rateHz ?? 0));
  }

  #secondsOf(frames: number): number {
    return this.#plan === undefined ? 0 : frames / this.#plan.rateHz;
  }
}

function isLoop(value: unknown): value is Loop | null {
  if (value === null) return true;
  const { fromS, lengthS } = (value ?? {}) as Partial<Loop>;
  return typeof fromS === 'number' && typeof lengthS === 'number' && fromS >= 0 && lengthS >= shortestLoopS;
}
