// What lv2info and lv2ls of lilv-utils say, for tests: a second reader of the same files.
import { execFileSync } from 'node:child_process';

export interface InfoPort {
  readonly types: readonly string[];
  readonly symbol: string;
  readonly name: string;
  readonly properties: readonly string[];
  /** As printed, six digits behind the point; undefined: not said, or no number. */
  readonly minimum?: string;
  readonly maximum?: string;
  readonly default?: string;
  /** `number = "label"`, sorted. */
  readonly points: readonly string[];
}

export interface Info {
  readonly name: string;
  readonly author: string;
  /** '' for none. */
  readonly latencyPort: string;
  readonly binary: string;
  readonly requires: readonly string[];
  /** Labels, sorted. */
  readonly presets: readonly string[];
  readonly ports: readonly InfoPort[];
}

export const listed = (): string[] => lines('lv2ls');

export function infoOf(uri: string): Info {
  const [head, ...ports] = split(lines('lv2info', uri), /^\tPort \d+:$/);
  const of = fields(head ?? [], '\t');
  return {
    name: first(of, 'Name'),
    author: first(of, 'Author'),
    latencyPort: /port (\d+)/.exec(first(of, 'Has latency'))?.[1] ?? first(of, 'Latency port'),
    binary: first(of, 'Binary'),
    requires: [...(of.get('Required Features') ?? [])].sort(),
    presets: [...(of.get('Presets') ?? [])].sort(),
    ports: ports.map(portOf),
  };
}

function portOf(block: readonly string[]): InfoPort {
  const of = fields(block, '\t\t');
  const range = (key: string) => (of.has(key) ? { [key.toLowerCase()]: first(of, key) } : {});
  return {
    types: (of.get('Type') ?? []).map(endOf).sort(),
    symbol: first(of, 'Symbol'),
    name: first(of, 'Name'),
    properties: (of.get('Properties') ?? []).map(endOf).sort(),
    ...{ ...range('Minimum'), ...range('Maximum'), ...range('Default') },
    points: (of.get('Scale Points') ?? []).map(pointOf).sort(),
  };
}

/** `Key:  value`, and further values on lines of their own below it. */
function fields(block: readonly string[], indent: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let last: string[] = [];
  for (const line of block) {
    const [, key, value] = new RegExp(`^${indent}(\\w[\\w ]*):(?: +(.*)| *)$`).exec(line) ?? [];
    if (key !== undefined) {
      last = value ? [value] : [];
      found.set(key, last);
    } else if (line.trim() !== '') last.push(line.trim());
  }
  return found;
}

/** Numbers stand as the files say them: `0.33333333`, `1.0`. */
function pointOf(line: string): string {
  const [number, label] = line.split(/ = (.*)/s);
  return `${Math.fround(Number(number))} = ${label}`;
}

const first = (of: ReadonlyMap<string, readonly string[]>, key: string) => of.get(key)?.[0] ?? '';
const endOf = (uri: string) => uri.slice(uri.search(/[^#/]*$/));

function split(all: readonly string[], at: RegExp): string[][] {
  const blocks: string[][] = [[]];
  for (const line of all) {
    if (at.test(line)) blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks;
}

function lines(program: string, ...args: readonly string[]): string[] {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const options = { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'], env } as const;
  return execFileSync(program, args, options).split('\n').slice(0, -1);
}
