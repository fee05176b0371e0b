// 1.4 and 6: a watch begins with a snapshot of the row, follows it, and is counted.
import { isDeepStrictEqual } from 'node:util';
import { type Check, type FoundRow, NotThere, type TestedServer, type Verdict } from '../check.ts';
import { answerWords, isRow, type Row, type Server } from '../server.ts';
import { shorten } from '../shape.ts';
import { counters } from '../spec/telemetry.ts';
import { fieldsWith, type SpecRow } from '../spec-row.ts';
import { rowAfter } from './writes.ts';

export function watchChecks(spec: SpecRow): readonly Check<FoundRow>[] {
  if (!spec.watchable && !spec.onDemand) return [];
  const rule = spec.watchable ? '1.4' : '6.2';
  return [{ rule, subject: `watch ${spec.template}`, run: beginsWithSnapshot }];
}

async function beginsWithSnapshot({ server, address, spec, row: known }: FoundRow): Promise<Verdict> {
  const watch = await server.watch(address);
  if (typeof watch === 'string') return watch;
  const first = await watch.next();
  watch.close();
  if (first === undefined) return 'no event came';
  if (!isRow(first.json)) return `the data of the first event (${first.event}) is no row`;
  const row = first.json;
  const missing = Object.keys(spec.fields).filter((name) => !spec.fields[name]?.shape.optional && !(name in row));
  if (missing.length > 0) return `the first event has no ${missing.join(', ')}`;
  // What others write meanwhile it may show or not; what nobody writes may change by itself.
  const { json } = await server.get(address);
  const now = isRow(json) ? json : known;
  const isOther = (name: string) => [known, now].every((shown) => !isDeepStrictEqual(shown[name], row[name]));
  const strange = fieldsWith('rw', spec).find(([name]) => isOther(name))?.[0];
  if (strange === undefined) return undefined;
  const [told, got] = [row[strange], now[strange]].map((value) => shorten(JSON.stringify(value)));
  return `the first event shows ${strange} ${told}, and GET ${got}`;
}

const align = '/channel/{kind}/{index}/align';

export const followChecks: readonly Check<TestedServer>[] = [
  { rule: '6.1', subject: `a watch of ${align} follows a change and its return`, run: follows },
  ...Object.entries(counters).flatMap(([counter, row]) =>
    row === undefined
      ? []
      : [
          {
            rule: '6.3',
            subject: `/telemetry/subscription ${counter} counts who watches ${row}`,
            run: (found: TestedServer) => counts(found, counter, row),
          },
        ],
  ),
];

/** A delay of one strip by one step of 0.01 ms, and back: the least that can be heard of any change. */
async function follows({ server, addresses }: TestedServer): Promise<Verdict> {
  const address = await addresses.of(align);
  if (address === undefined) return new NotThere('there is no such row');
  const cursor = await server.get('/history/cursor');
  // A new change would drop what can be redone.
  if (isRow(cursor.json) && cursor.json.canRedo === true)
    return new NotThere('not tried: something can be redone here');
  const { json, etag } = await server.get(address);
  if (!isRow(json) || typeof json.delayMs !== 'number') return `${address} shows no delayMs`;
  const before = json.delayMs;
  const changed = before >= 50 ? round(before - 0.01) : round(before + 0.01);
  const watch = await server.watch(address);
  if (typeof watch === 'string') return watch;
  try {
    const answer = await server.patch(address, { delayMs: changed }, etag);
    const wrong = rowAfter(answer, 'delayMs', changed, json);
    if (wrong !== undefined) return wrong;
    const shows = (value: number) => watch.next((event) => isRow(event.json) && event.json.delayMs === value);
    const went = await shows(changed);
    const back = await server.patch(address, { delayMs: before });
    if (went === undefined) return 'no event shows the change';
    if (back.status !== 200) return answerWords(back);
    return (await shows(before)) === undefined ? 'no event shows the return' : undefined;
  } finally {
    watch.close();
    // Whatever happened: the strip sounds as it did.
    const now = await server.get(address);
    if (isRow(now.json) && now.json.delayMs === changed) await server.patch(address, { delayMs: before });
  }
}

const round = (ms: number) => Number(ms.toFixed(2));

async function counts({ server }: TestedServer, counter: string, row: string): Promise<Verdict> {
  const before = await counted(server, counter);
  if (before === undefined) return new NotThere('there is no such counter');
  const watch = await server.watch(row);
  if (typeof watch === 'string') return new NotThere(watch);
  try {
    await watch.next();
    if (!(await becomes(server, counter, (count) => count > before)))
      return `it stays ${before} while one more watches`;
  } finally {
    watch.close();
  }
  return (await becomes(server, counter, (count) => count <= before))
    ? undefined
    : 'it does not fall when the watcher leaves';
}

async function counted(server: Server, counter: string): Promise<number | undefined> {
  const { json } = await server.get('/telemetry/subscription');
  const count = (json as Row | undefined)?.[counter];
  return typeof count === 'number' ? count : undefined;
}

async function becomes(server: Server, counter: string, isSo: (count: number) => boolean): Promise<boolean> {
  const tries = 50;
  for (let n = 0; n < tries; n++) {
    if (isSo((await counted(server, counter)) ?? 0)) return true;
    await new Promise((resolve) => setTimeout(resolve, server.timeouts.eventMs / tries));
  }
  return false;
}
