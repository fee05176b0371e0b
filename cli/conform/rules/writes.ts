// 1.3, 1.5 and 8: what may be written is written, and nothing else. All is put back as it was; no task is started, no
// panic switched: such rows are asked only for what every server must refuse for its form.
import { isDeepStrictEqual } from 'node:util';
import { type Check, type FoundRow, NotThere, type Verdict } from '../check.ts';
import { fieldsIn, optionsIn } from '../contract.ts';
import { answerWords, isRefusal, isRow, type RecordedAnswer, type Row } from '../server.ts';
import { fieldsWith, methodsOf, type SpecRow } from '../spec-row.ts';
import { unfitting } from './unfitting.ts';

const noSuchField = { conformNoSuchField: 1 };
/** The state of the server may forbid a write that is right: busy, locked, a device absent. */
const statesThatForbid = [409, 423, 424];

export function writeChecks(spec: SpecRow): readonly Check<FoundRow>[] {
  const { template } = spec;
  const checks: Check<FoundRow>[] = [];
  const add = (rule: string, subject: string, run: Check<FoundRow>['run']) => checks.push({ rule, subject, run });
  for (const [name] of fieldsWith('ro', spec)) {
    add('1.5', `${template} ${name} is read-only`, (given) => refused(given, { [name]: given.row[name] ?? null }));
  }
  if (!methodsOf(spec).includes('PATCH')) {
    if (Object.keys(spec.fields).length > 0 && fieldsWith('unconfirmed', spec).length === 0) {
      add('4', `PATCH ${template} is none of its methods`, (given) => refused(given, {}));
    }
    return checks;
  }
  add('1.3', `PATCH ${template} with an additional property`, (given) => refused(given, noSuchField));
  if (spec.task) {
    add('4', `PATCH ${template} is one of its methods`, canBeStarted);
    return checks;
  }
  add('1.3', `PATCH ${template} without a body`, (given) => refused(given, undefined));
  add('1.3', `PATCH ${template} with an array`, (given) => refused(given, []));
  for (const [name, { shape }] of fieldsWith('rw', spec)) {
    add('1.3', `PATCH ${template} ${name}`, (given) => writtenBack(given, name));
    if (template === '/safety/panic') continue;
    for (const { rule, what, value } of unfitting(spec.section, shape)) {
      add(rule, `${template} ${name} ${what}`, (given) => refused(given, { [name]: value }));
    }
  }
  return checks;
}

/** The present value is taken, and the answer is the row after the write. */
async function writtenBack(given: FoundRow, name: string): Promise<Verdict> {
  const { server, address, options } = given;
  const offered = optionsIn(fieldsIn(options)?.[name] ?? {});
  for (let tries = 0; tries < 3; tries++) {
    const before = await server.get(address);
    const value = isRow(before.json) ? before.json[name] : undefined;
    if (value === undefined) return `GET does not show ${name}`;
    if (offered !== undefined && !offered.includes(value)) {
      return new NotThere('OPTIONS does not offer what the row shows: there is nothing to write back');
    }
    // Nobody else's write is undone by this one.
    const answer = await server.patch(address, { [name]: value }, before.etag);
    if (answer.status === 412) continue;
    return rowAfter(answer, name, value, given.row);
  }
  return new NotThere('others write to this row all the time');
}

/** What the 200 answer to a write must be. */
export function rowAfter(answer: RecordedAnswer, name: string, value: unknown, row: Row): Verdict {
  if (statesThatForbid.includes(answer.status))
    return new NotThere(`the state of the server forbids it: ${answerWords(answer)}`);
  if (answer.status !== 200) return answerWords(answer);
  if (!isRow(answer.json)) return 'the answer is not a JSON object';
  const missing = Object.keys(row).filter((field) => !(field in (answer.json as Row)));
  if (missing.length > 0) return `the answer is not the row: it has no ${missing.join(', ')}`;
  if (!isDeepStrictEqual(answer.json[name], value))
    return `the answer does not show what was written: ${answerWords(answer)}`;
  return undefined;
}

/** A 4XX, and the row is as it was. What was taken all the same is put back. */
async function refused({ server, address, spec }: FoundRow, body: unknown): Promise<Verdict> {
  const before = await server.get(address);
  const answer = await server.patch(address, body);
  const taken = isRefusal(answer) ? await takenOf(body, before.json, { server, address, spec }) : undefined;
  if (isRefusal(answer) && taken === undefined) return undefined;
  await restore({ server, address, spec }, before.json);
  return taken === undefined ? `it is not refused: ${answerWords(answer)}` : `it is refused, and ${taken} all the same`;
}

type WriteTarget = Pick<FoundRow, 'server' | 'address' | 'spec'>;

/** What of a refused body the row shows now, in words. A read-only field may come to any value by itself. */
async function takenOf(
  body: unknown,
  before: unknown,
  { server, address, spec }: WriteTarget,
): Promise<string | undefined> {
  const written = Object.entries(isRow(body) ? body : {}).filter(([name]) => spec.fields[name]?.access !== 'ro');
  if (written.length === 0) return undefined;
  const { json: now } = await server.get(address);
  const shows = (row: unknown, name: string, value: unknown) => isRow(row) && isDeepStrictEqual(row[name], value);
  const taken = written.find(([name, value]) => shows(now, name, value) && !shows(before, name, value));
  return taken && `${taken[0]} is ${JSON.stringify(taken[1])}`;
}

/** Without starting it: with a body that every server must refuse. */
async function canBeStarted({ server, address }: FoundRow): Promise<Verdict> {
  const answer = await server.patch(address, noSuchField);
  return [404, 405, 501].includes(answer.status) ? answerWords(answer) : undefined;
}

async function restore({ server, address, spec }: WriteTarget, before: unknown) {
  if (!isRow(before) || spec.task) return;
  for (const [name] of fieldsWith('rw', spec)) await server.patch(address, { [name]: before[name] });
}
