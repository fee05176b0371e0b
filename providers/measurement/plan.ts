// What a run would do, and what is in its way. Changes nothing.
import type { Audio, DeskReader, Fields, ObservedReader } from 'rowdesk/provider';
import { type StripRef, stripName, stripPath } from '../console/index.ts';
import type { PatchEdges } from '../patch/index.ts';
import type { Goal, Settings } from './contract/settings.ts';
import { loudDb } from './contract/settings.ts';
import type { MicrophoneBook } from './microphone-book.ts';
import { problemsOf } from './plan-problems.ts';

export interface PlanNeeds {
  readonly audio: Pick<Audio, 'state' | 'reason' | 'clock'>;
  readonly edges: PatchEdges;
  readonly microphones: Pick<MicrophoneBook, 'get'>;
  readonly mutedBy: (strip: StripRef, desk: DeskReader, observed: ObservedReader) => readonly string[];
  /** A run is under way. */
  readonly isRunning: () => boolean;
  /** Why no further result can be kept, '' for nothing. */
  readonly full: () => string;
}

/** In the way of a run, or worth knowing before it. */
export interface PlanProblem {
  readonly reason: string;
  readonly detail: string;
  /** A run is refused for it. */
  readonly refuses: boolean;
  /** The setting that it is about, '' for none. */
  readonly field: string;
}

export interface Order extends Settings {
  readonly goal: Goal;
}

export interface Plan {
  readonly steps: readonly string[];
  readonly problems: readonly PlanProblem[];
  readonly outputs: readonly Fields[];
  readonly levelDb: number;
  readonly lengthS: number;
  readonly makesSound: boolean;
  readonly needsConfirm: boolean;
}

/** Before the stimulus, so that it finds the room quiet. */
export const leadS = 0.2;
/** After each sound: what the room answers. An impulse response is as long. */
const silences: Readonly<Record<Goal, number>> = { delay: 1, transfer: 1, rta: 0.3, ir: 4 };

export const makesSound = ({ stimulus }: Order): boolean => stimulus !== 'programme';
export const silenceS = ({ goal }: Order): number => silences[goal];
/** Twice the same, each for half of the duration, so that what was lost on the way shows. The levels of bands need it once. */
export const repeats = ({ goal }: Order): number => (goal === 'rta' ? 1 : 2);
export const soundS = (order: Order): number => order.durationS / repeats(order);
export const lengthS = (order: Order): number =>
  makesSound(order) ? leadS + repeats(order) * (soundS(order) + silenceS(order)) : order.durationS;
export const needsConfirm = (order: Order): boolean => makesSound(order) && order.levelDb > loudDb;

export function planOf(order: Order, needs: PlanNeeds, desk: DeskReader, observed: ObservedReader): Plan {
  return {
    steps: stepsOf(order),
    problems: problemsOf(order, needs, desk, observed),
    outputs: order.output === null ? [] : outputsOf(order, order.output, needs, desk),
    levelDb: order.levelDb,
    lengthS: Math.round(lengthS(order) * 1000) / 1000,
    makesSound: makesSound(order),
    needsConfirm: needsConfirm(order),
  };
}

function stepsOf(order: Order): readonly string[] {
  const { goal, stimulus, output, leg, microphone, levelDb, fromHz, toHz, microphoneId } = order;
  const name = (ref: StripRef | null) => (ref === null ? 'nothing yet' : stripName(ref));
  const where = `${name(output)}${leg === 'both' ? '' : `, ${leg}`}`;
  const times = repeats(order) === 2 ? 'twice ' : '';
  const sweep = `Plays ${times}a sweep from ${fromHz} to ${toHz} Hz in ${soundS(order)} s, ${levelDb} dB, into ${where}`;
  const noise = `Plays ${times}pink noise for ${soundS(order)} s, ${levelDb} dB, into ${where}`;
  return [
    `Captures ${name(output)} at Post-Fader and ${name(microphone)} at Top-Of-Ch for ${lengthS(order).toFixed(1)} s`,
    ...(stimulus === 'programme' ? [] : [stimulus === 'sweep' ? sweep : noise]),
    `Computes ${words[goal]}${microphoneId === '' ? '' : `, corrected for the microphone ${microphoneId}`}`,
    'Keeps the result in /measurement/results, or nothing where it is refused',
  ];
}

const words: Readonly<Record<Goal, string>> = {
  delay: 'the delay',
  transfer: 'the transfer function and its coherence',
  rta: 'the levels of bands',
  ir: 'the impulse response, and reverberation times from it',
};

/** Where it sounds: the ports of the bus, with what reaches them at most, and those of buses that get it. */
function outputsOf(order: Order, output: StripRef, { edges }: PlanNeeds, desk: DeskReader): readonly Fields[] {
  if (!makesSound(order)) return [];
  const items = edges.live.outputs(desk);
  const ways = [...edges.paths.from(output, desk).values()].map((way) => way.at(-1) as StripRef);
  return ways.flatMap((strip) =>
    playedOf(order, strip, { edges }, desk).map(({ portId, to, leg }) => {
      const item = items.find((each) => each.portId === portId && stripName(each.strip) === stripName(strip));
      return {
        portId: to,
        strip: stripName(strip),
        leg,
        present: edges.isThere(to),
        // What its own processing adds is not known; of a bus behind it, nothing is.
        levelDb: stripName(strip) === stripName(output) ? levelAt(order, output, item?.levelDb ?? 0, desk) : null,
      };
    }),
  );
}

/** The ports of a strip; of the output itself those of the leg that sounds. What a bus behind it takes of a leg is not known. */
export function playedOf(
  { output, leg }: Order,
  strip: StripRef,
  { edges }: Pick<PlanNeeds, 'edges'>,
  desk: DeskReader,
) {
  const { played } = edges.live.edgesAt(strip, desk);
  if (leg === 'both' || output === null || stripName(strip) !== stripName(output)) return played;
  return played.filter((each) => each.leg === leg || each.leg === 'mono');
}

function levelAt(order: Order, output: StripRef, portDb: number, desk: DeskReader): number {
  const fader = Number(desk.read(stripPath(output)).levelDb);
  return Math.max(-144, Math.round((order.levelDb + fader + portDb) * 10) / 10);
}
