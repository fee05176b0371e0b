// Reads bundles by lv2-scan. A bundle that ends the program, or keeps it from ending, is refused, and the others go on.
import type { Alarm } from './alarm.ts';
import { type ChildEnd, runChild } from './child.ts';
import type { ClapFacts } from './clap-facts.ts';
import type { PluginFacts, PresetFacts } from './facts.ts';

export interface BundleRead {
  readonly bundle: string;
  readonly plugins: readonly (PluginFacts | ClapFacts)[];
  readonly presets: readonly PresetFacts[];
  /** Why nothing of it is there; '' else. */
  readonly refused: string;
  /** For its time alone, which is no verdict: another try may pass. */
  readonly isLate?: true;
}

export interface ReadOptions {
  /** Of all bundles. */
  readonly format: 'lv2' | 'clap';
  readonly program: string;
  readonly alarm: Alarm;
  readonly signal: AbortSignal;
  /** As soon as it is read. */
  done(read: BundleRead): void;
}

const mostMs = 30_000;
const mostBytes = 64 << 20;
const mostPlugins = 4096;
/** One process reads several of LV2, since its start takes longer than most bundles. One of CLAP runs code, and has a process of its own. */
const atOnce = { lv2: 64, clap: 1 } as const;

/** Those that took too long are tried again by themselves. Rejects with Error where the program does not work at all. */
export async function readBundles(bundles: readonly string[], options: ReadOptions): Promise<void> {
  const late: string[] = [];
  const done = (read: BundleRead) => (read.isLate ? late.push(read.bundle) : options.done(read));
  await readEach(bundles, { ...options, done });
  if (late.length > 0) await options.alarm.quieter(options.signal);
  for (const bundle of late) await readEach([bundle], options);
}

async function readEach(bundles: readonly string[], options: ReadOptions): Promise<void> {
  let rest = bundles;
  // A bundle may break the process for one that follows: the one that was under way is read again by itself.
  let suspect = '';
  while (rest.length > 0) {
    const batch = rest.slice(0, suspect === '' ? atOnce[options.format] : 1);
    const { ended, end } = await readBatch(batch, options);
    const next = batch[ended];
    rest = rest.slice(ended);
    if (next === undefined) suspect = '';
    else if (end.cause === 'exit' && end.fault !== '' && end.talk !== '') throw new Error(end.talk.trim());
    else if (end.cause === 'signal' && suspect !== next) suspect = next;
    else {
      const refused = refusal(next, `What reads it ${end.fault || 'ended too early'}.`);
      options.done(end.cause === 'silence' ? { ...refused, isLate: true } : refused);
      rest = rest.slice(1);
      suspect = '';
    }
  }
}

/** `ended`: the number of bundles that were read whole. */
async function readBatch(batch: readonly string[], options: ReadOptions): Promise<{ ended: number; end: ChildEnd }> {
  let ended = 0;
  let plugins: BundleRead['plugins'][number][] = [];
  let presets: PresetFacts[] = [];
  const line = (text: string): boolean => {
    const message = messageIn(text);
    const isPlugin = message?.type === (options.format === 'clap' ? 'clap' : 'plugin');
    if (isPlugin && plugins.length < mostPlugins) plugins.push(message as unknown as PluginFacts | ClapFacts);
    if (message?.type === 'preset') presets.push(message as unknown as PresetFacts);
    if (message?.type !== 'end' || message.bundle !== batch[ended]) return false;
    const { messages = '', refused = '' } = message;
    options.done(readOf(batch[ended++] as string, plugins, presets, String(refused) || faultIn(String(messages))));
    plugins = [];
    presets = [];
    return true;
  };
  const option = options.format === 'clap' ? '--clap' : '--bundle';
  const args = batch.flatMap((bundle) => [option, bundle]);
  const end = await runChild(options.program, args, { ...options, mostMs, mostBytes, line });
  return { ended, end };
}

/** Bundles without plugins and presets bring other things; those with a fault are told apart by what was said of it. */
function readOf(
  bundle: string,
  plugins: BundleRead['plugins'],
  presets: readonly PresetFacts[],
  fault: string,
): BundleRead {
  if (plugins.length === 0 && presets.length === 0 && fault !== '') return refusal(bundle, fault);
  return { bundle, plugins, presets, refused: '' };
}

/** Of what a library complained of; '' for nothing that matters. */
const faultIn = (messages: string) => messages.split('\n').find((each) => /error/i.test(each)) ?? '';

const refusal = (bundle: string, reason: string): BundleRead => ({ bundle, plugins: [], presets: [], refused: reason });

function messageIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : undefined;
  } catch {
    // A dynamic manifest is code, which may print.
    return undefined;
  }
}
