// `/measurement/alignSpeakers`: the output that is heard first waits for the other one.
import { type Desk, type Fields, fieldRefusal, Refusal } from 'rowdesk/provider';
import { type StripRef, stripName, stripPath } from '../console/index.ts';
import type { ResultFile } from './contract/results.ts';
import type { ResultLibrary } from './result-library.ts';
import { alignedMs, speakerAlignPath } from './speaker-align.ts';

const mostDelayMs = 500;

export interface AligningNeeds {
  readonly desk: Desk;
  readonly library: Pick<ResultLibrary, 'read'>;
}

interface Arrival {
  readonly output: StripRef;
  /** At the microphone, with the delay that speakerAlign applies now. */
  readonly ms: number;
  /** Of its path, whatever level was sent. */
  readonly gainDb: number | null;
  readonly polarity: string | null;
}

/** Resolves to the report. Without `apply` it changes nothing. Rejects with Refusal. */
export async function alignSpeakers(
  { desk, library }: AligningNeeds,
  given: { readonly main: string; readonly delayed: string; readonly apply: boolean },
  actor: string,
): Promise<Fields> {
  const [main, delayed] = [
    await library.read(known(given.main, 'main')),
    await library.read(known(given.delayed, 'delayed')),
  ];
  checkPair(main, delayed);
  const [a, b] = [arrivalOf(main, 'main', desk), arrivalOf(delayed, 'delayed', desk)];
  const [first, last] = a.ms <= b.ms ? [a, b] : [b, a];
  const differenceMs = last.ms - first.ms;
  const path = speakerAlignPath(first.output);
  const totalMs = round(alignedMs(first.output, desk) + differenceMs);
  if (totalMs > mostDelayMs) {
    const words = `${stripName(first.output)} would be delayed by ${totalMs} ms; ${mostDelayMs} ms are the most.`;
    throw new Refusal('conflict', words, { reason: 'too-long', delayMs: totalMs });
  }
  const changes = [
    { path, field: 'enabled', value: true },
    { path, field: 'distanceM', value: 0 },
    { path, field: 'delayMs', value: totalMs },
  ].filter(({ field, value }) => desk.read(path)[field] !== value);
  const said = {
    earlier: stripName(first.output),
    later: stripName(last.output),
    differenceMs: round(differenceMs),
    delayMs: totalMs,
    levelDifferenceDb: levelDifference(first, last),
    polarity: first.polarity === null || last.polarity === null ? null : same(first.polarity === last.polarity),
    changes: changes.map(({ field, value }) => ({ path, field, from: desk.read(path)[field] ?? null, to: value })),
  };
  if (!given.apply) return { preview: true, ...said };
  await desk.commit({ actor, label: `Speaker delay of ${stripName(first.output)}`, changes });
  return { outcome: 'applied', ...said };
}

const same = (isSame: boolean): string => (isSame ? 'same' : 'inverted');
/** As fine as delayMs is. */
const round = (ms: number): number => Math.round(ms * 100) / 100;

function levelDifference(first: Arrival, last: Arrival): number | null {
  if (first.gainDb === null || last.gainDb === null) return null;
  return Math.round((last.gainDb - first.gainDb) * 10) / 10;
}

function known(id: string, field: string): string {
  if (id !== '') return id;
  throw fieldRefusal(field, 'missing', `${field} must be the id of a result.`);
}

function arrivalOf({ output, summary, alignedMs: then, goal }: ResultFile, field: string, desk: Desk): Arrival {
  if ((goal !== 'ir' && goal !== 'delay') || summary.delayMs === null || output === null) {
    throw refused(field, `The result of ${field} is of goal ${goal}; a delay is known of delay and ir.`);
  }
  const ref = output as StripRef;
  if (!desk.has(stripPath(ref)) || !desk.has(speakerAlignPath(ref))) {
    throw refused(field, `The output of ${field}, ${stripName(ref)}, is not there.`);
  }
  const ms = summary.delayMs + alignedMs(ref, desk) - then;
  return { output: ref, ms, gainDb: summary.gainDb, polarity: summary.polarity };
}

function checkPair(main: ResultFile, delayed: ResultFile): void {
  const name = (ref: ResultFile['output']) => (ref === null ? '' : `${ref.kind}/${ref.index}`);
  if (name(main.microphone) !== name(delayed.microphone)) {
    const words = `The two were heard by ${name(main.microphone)} and ${name(delayed.microphone)}; one microphone, unmoved, compares them.`;
    throw refused('delayed', words);
  }
  if (name(main.output) === name(delayed.output)) {
    throw refused('delayed', `Both results are of ${name(main.output)}.`);
  }
}

function refused(field: string, message: string): Refusal {
  return fieldRefusal(field, 'not-an-option', message);
}
