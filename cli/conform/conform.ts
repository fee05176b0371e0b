// Checks a server against interface.md, reading nothing but its URL.
import { SampleAddresses } from './addresses.ts';
import { type Check, type FoundRow, NotThere, type TestedServer } from './check.ts';
import { absent, fail, pass, type RuleResult } from './finding.ts';
import { contractChecks } from './rules/contracts.ts';
import { fieldChecks } from './rules/fields.ts';
import { answerChecks, refusalChecks } from './rules/refusals.ts';
import { followChecks, watchChecks } from './rules/watches.ts';
import { wholeChecks } from './rules/whole.ts';
import { writeChecks } from './rules/writes.ts';
import { answerWords, isRow, type Row, type Server } from './server.ts';
import { spec } from './spec/spec.ts';
import type { SpecRow } from './spec-row.ts';

/** Every finding, as it is made. Throws CommandError unreachable when the server does not answer at all. */
export async function* conform(server: Server): AsyncGenerator<RuleResult> {
  const found = { server, addresses: new SampleAddresses(server) };
  for (const row of spec) yield* rowFindings(found, row);
  for (const check of [...wholeChecks, ...followChecks, ...refusalChecks, ...answerChecks])
    yield await carryOut(check, found);
}

/** All that is checked of one row that is there. */
function checksOf(row: SpecRow): readonly Check<FoundRow>[] {
  return [...contractChecks(row), ...fieldChecks(row), ...writeChecks(row), ...watchChecks(row)];
}

async function* rowFindings(found: TestedServer, row: SpecRow): AsyncGenerator<RuleResult> {
  const got = await look(found, row);
  const isThere = typeof got !== 'string' && !(got instanceof NotThere);
  yield verdictOf('1.1', `GET ${row.template}`, isThere ? undefined : got);
  for (const check of checksOf(row)) {
    if (isThere) yield await carryOut(check, got);
    else yield absent(check.rule, check.subject, typeof got === 'string' ? `GET ${row.template} fails` : got.why);
  }
}

/** The row as it is on this server; else what is wrong, or that it is not there. */
async function look({ server, addresses }: TestedServer, row: SpecRow): Promise<FoundRow | string | NotThere> {
  const address = await addresses.of(row.template);
  if (address === undefined) return new NotThere('no address of it was found');
  const answer = await server.get(address);
  if (answer.status === 404) return new NotThere('404');
  if (answer.status !== 200 || !isRow(answer.json)) return answerWords(answer);
  const options = await server.send('OPTIONS', address);
  const watched = row.onDemand ? await watchedRow(server, address) : undefined;
  return {
    ...{ server, addresses, spec: row, address },
    row: watched ?? answer.json,
    options: options.status === 200 ? options.json : undefined,
  };
}

/** A row on demand is computed only while somebody watches. */
async function watchedRow(server: Server, address: string): Promise<Row | undefined> {
  const watch = await server.watch(address);
  if (typeof watch === 'string') return undefined;
  const first = await watch.next();
  watch.close();
  return isRow(first?.json) ? first.json : undefined;
}

async function carryOut<Given>({ rule, subject, run }: Check<Given>, given: Given): Promise<RuleResult> {
  return verdictOf(rule, subject, await run(given));
}

function verdictOf(rule: string, subject: string, verdict: undefined | string | NotThere): RuleResult {
  if (verdict instanceof NotThere) return absent(rule, subject, verdict.why);
  return verdict === undefined ? pass(rule, subject) : fail(rule, subject, verdict);
}
