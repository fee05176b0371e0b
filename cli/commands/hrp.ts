import { Client, type Row } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { type Format, printRow } from '../output.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { printOutcome, runTask } from './run.ts';

interface DeskArgs {
  readonly url: string;
  readonly output?: Format;
}
interface StripArgs extends DeskArgs {
  /** `input/1`. */
  readonly strip: string;
}
interface ProtectArgs extends StripArgs {
  readonly mode?: string;
  readonly sensitivity?: number;
  readonly depth?: number;
  readonly lift?: number;
}

/** Kinds of strips that can be protected. */
const kinds = ['input', 'aux', 'fxReturn', 'mix', 'matrix', 'main'] as const;
/** So many strips are asked at once. */
const atOnce = 16;

function pathOf(strip: string): string {
  const [kind = '', index = ''] = strip.split('/');
  const isStrip = kinds.some((each) => each === kind) && /^[1-9][0-9]*$/.test(index) && strip === `${kind}/${index}`;
  if (isStrip) return `/channel/${strip}/hrp`;
  throw new CommandError('usage', `STRIP: ${strip} is no strip like input/1 or main/1; kinds are ${kinds.join(', ')}`);
}

/** `rowdesk hrp`: each protected strip with its notches. */
export async function listProtected({ url, output }: DeskArgs, terminal: Terminal): Promise<void> {
  const client = new Client(url);
  const { layout } = (await client.get('/console')) as { readonly layout: Readonly<Record<string, number>> };
  const strips = kinds.flatMap((kind) => Array.from({ length: layout[kind] ?? 0 }, (_, i) => `${kind}/${i + 1}`));
  const found: Row[] = [];
  for (let from = 0; from < strips.length; from += atOnce) {
    const rows = strips.slice(from, from + atOnce).map((strip) => protectionOf(client, strip));
    found.push(...(await Promise.all(rows)).filter((row) => row !== undefined));
  }
  if ((output ?? (terminal.width === undefined ? 'json' : 'table')) === 'json')
    return printRow({ strips: found }, 'json', terminal);
  const lines = found.map((row) => ({ ...row, notches: notchWords(row.notches), howling: row.howling ? 'howls' : '' }));
  terminal.data(table(lines, ['strip', 'mode', 'howling', 'notches'], terminal.width));
  if (found.length === 0) terminal.talk('No strip is protected: rowdesk hrp on STRIP');
}

async function protectionOf(client: Client, strip: string): Promise<Row | undefined> {
  const path = pathOf(strip);
  const { enabled, mode } = await client.get(path);
  if (enabled !== true) return undefined;
  const { notches, howling, headroomDb } = await client.get(`${path}/report`);
  return { strip, mode, howling, headroomDb, notches };
}

function notchWords(notches: unknown): string {
  const words = (notches as readonly Row[]).map(
    ({ frequencyHz, gainDb, fixed }) => `${Math.round(Number(frequencyHz))} Hz ${gainDb} dB${fixed ? ' fixed' : ''}`,
  );
  return words.join(', ') || 'none';
}

/** `rowdesk hrp on STRIP` */
export async function protect(args: ProtectArgs, terminal: Terminal): Promise<void> {
  const { mode = 'suppress', sensitivity, depth, lift } = args;
  const given = { sensitivityPercent: sensitivity, maxDepthDb: depth, liftAfterS: lift };
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const body = { enabled: true, mode, ...changes };
  printRow((await new Client(args.url).patch(pathOf(args.strip), body)).row, args.output, terminal);
}

/** `rowdesk hrp off STRIP`: fixed notches are kept, and out of the sound. */
export async function unprotect({ url, strip, output }: StripArgs, terminal: Terminal): Promise<void> {
  printRow((await new Client(url).patch(pathOf(strip), { enabled: false })).row, output, terminal);
}

/** `rowdesk hrp fix|reset STRIP` */
export async function howlTask(
  task: 'fix' | 'reset',
  { url, strip, output, extra = {} }: StripArgs & { readonly extra?: Row },
  terminal: Terminal,
): Promise<void> {
  // It has ended before a person could cancel it.
  const options = { terminal, interrupted: new AbortController().signal, cancellable: false };
  printOutcome(await runTask(new Client(url), `${pathOf(strip)}/${task}`, extra, options), output, terminal);
}
