// `npm run soak -- --night`: every part of the night that has not passed at this commit, one after another. Each part leaves its
// result and its log in build/night/, so that a night that ends early goes on where it stopped. `--part NAME` runs one part,
// `--again` those that have passed too. At the end the table of docs/reliability.md has the last result of each part.
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import { root } from '../harness/service.ts';
import { type NightPart, nightParts } from './night-parts.ts';

export interface PartResult {
  readonly commit: string;
  /** ISO 8601, of its end. */
  readonly at: string;
  readonly minutes: number;
  readonly passed: boolean;
  /** What the tests counted, '' where nothing counts. */
  readonly counted: string;
}

const folder = join(root, 'build/night');
const page = join(root, 'docs/reliability.md');
const table = /(<!-- the last night -->\n)[\s\S]*?(<!-- its end -->)/;

/** Runs what is left of the night, or `only`. Returns whether all of it has passed. */
export async function night({ only, again }: { only: string | undefined; again: boolean }): Promise<boolean> {
  const parts = nightParts.filter(({ name }) => only === undefined || name === only);
  if (parts.length === 0) {
    console.error(`There is no part ${only} of the night; there are ${nightParts.map(({ name }) => name).join(', ')}.`);
    return false;
  }
  mkdirSync(folder, { recursive: true });
  const commit = headCommit();
  const env = { ...process.env, NIGHT: 'true', CI: 'true', ...pipeWireBeside() };
  for (const part of parts) {
    const before = resultOf(part);
    if (!again && before?.passed && before.commit === commit && !commit.endsWith('-dirty')) {
      console.log(`${part.name}: has passed at this commit`);
      continue;
    }
    console.log(`${part.name}: ${logOf(part)}`);
    const result = await run(part, { ...env, ...part.env }, commit);
    writeFileSync(fileOf(part), `${JSON.stringify(result)}\n`);
    console.log(`${part.name}: ${inWords(result)}`);
  }
  writeTable();
  return parts.every((part) => resultOf(part)?.passed === true);
}

const fileOf = ({ name }: NightPart) => join(folder, `${name}.json`);
const logOf = ({ name }: NightPart) => join(folder, `${name}.log`);

function resultOf(part: NightPart): PartResult | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(part), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The log goes into a file; its last counts of tests are kept. */
async function run(part: NightPart, env: NodeJS.ProcessEnv, commit: string): Promise<PartResult> {
  const began = performance.now();
  const log = createWriteStream(logOf(part));
  let passed = true;
  for (const [program, ...args] of part.commands) {
    const child = spawn(program as string, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const output of [child.stdout, child.stderr]) output.pipe(log, { end: false });
    const code = await new Promise<number>((resolve) => {
      child.on('error', () => resolve(127));
      child.on('close', (code) => resolve(code ?? 1));
    });
    passed &&= code === 0;
  }
  await new Promise<void>((resolve) => log.end(resolve));
  const minutes = Math.round((performance.now() - began) / 6_000) / 10;
  return {
    commit,
    at: new Date().toISOString(),
    minutes,
    passed,
    counted: countedIn(readFileSync(logOf(part), 'utf8')),
  };
}

/** The lines `Tests  3 failed | 40 passed (43)` of vitest, without colours. */
function countedIn(log: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with ESC
  const plain = log.replace(/\x1b\[[0-9;]*m/g, '');
  return [...plain.matchAll(/^\s+Tests\s+(.+) \(\d+\)$/gm)].map(([, counts]) => counts as string).join('; ');
}

const inWords = ({ passed, counted, minutes }: PartResult) =>
  `${passed ? 'passed' : 'FAILED'} in ${minutes} min${counted === '' ? '' : `: ${counted}`}`;

/** `-dirty` where a file differs from it, but for the table that this program writes. */
function headCommit(): string {
  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim();
  const changed = git('status', '--porcelain', '--', '.', ':!docs/reliability.md');
  return `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${changed === '' ? '' : '-dirty'}`;
}

/** A second version of PipeWire is unpacked where none is named and the machine's packages have one. */
function pipeWireBeside(): Record<string, string> {
  if (process.env.ROWDESK_TEST_PIPEWIRE !== undefined) return {};
  const unpacked = join(folder, 'pipewire');
  const { status, stderr } = spawnSync(join(root, '.ci/unpack-pipewire'), [unpacked], { encoding: 'utf8' });
  if (status === 0) return { ROWDESK_TEST_PIPEWIRE: unpacked };
  console.error(`No second version of PipeWire: ${stderr}`);
  return {};
}

/** A part that this copy has no result of keeps the one that stands there: a night may go on in another copy. */
function writeTable(): void {
  const before = readFileSync(page, 'utf8');
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Linux ${release()}, Node ${process.versions.node}`;
  const lines = nightParts.map((part) => {
    const result = resultOf(part);
    const words = result && `${result.at.slice(0, 10)}, ${result.commit}, ${machine}: ${inWords(result)}`;
    return `| \`${part.name}\` | ${part.beyondCi} | ${words ?? stoodFor(part, before)} |`;
  });
  const head = '| part | beyond `.ci/run` | date, commit, machine: result |\n| --- | --- | --- |';
  const text = before.replace(table, (_, begin, end) => [begin, head, '\n', lines.join('\n'), `\n\n${end}`].join(''));
  writeFileSync(page, text);
}

function stoodFor({ name }: NightPart, text: string): string {
  const line = text.split('\n').find((each) => each.startsWith(`| \`${name}\` |`));
  return line?.split(' | ').at(-1)?.replace(/ \|$/, '') ?? 'not yet';
}
