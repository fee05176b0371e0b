// What may follow on a command line of rowdesk.
import { packageKinds, shippedPackages } from '../../core/base/shipped-packages.ts';
import { defaultUrl } from '../client.ts';
import type { CommandDescription, OptionDescription } from './command-list.ts';
import { LiveCandidates } from './live-candidates.ts';

/**
 * `words`: those so far without `rowdesk` itself; the last one is being typed. `all`: the commands there are. `timeout`
 * ends the waiting for the service. Never rejects.
 */
export async function candidates(
  words: readonly string[],
  all: readonly CommandDescription[],
  timeout: AbortSignal,
): Promise<readonly string[]> {
  const typed = words.at(-1) ?? '';
  const found = await following(words.slice(0, -1), typed, all, timeout).catch(() => []);
  return found.filter((candidate) => candidate.startsWith(typed));
}

async function following(
  before: readonly string[],
  typed: string,
  all: readonly CommandDescription[],
  timeout: AbortSignal,
): Promise<readonly string[]> {
  let commands = all;
  let command: CommandDescription | undefined;
  const given: string[] = [];
  const options = new Map<string, string>();
  let pending: OptionDescription | undefined;
  for (const word of before) {
    if (pending !== undefined) {
      options.set(pending.names[0] as string, word);
      pending = undefined;
    } else if (word.startsWith('-')) {
      const [name, value] = word.split('=', 2) as [string, string?];
      const option = command?.options.find(({ names }) => names.includes(name));
      options.set(option?.names[0] ?? name, value ?? '');
      if (option?.takesValue && value === undefined) pending = option;
    } else {
      const next = given.length === 0 ? commands.find(({ name }) => name === word) : undefined;
      if (next === undefined) given.push(word);
      else {
        command = next;
        commands = next.commands;
      }
    }
  }
  if (pending !== undefined) return pending.choices;
  if (typed.startsWith('-')) return optionNames(command, options);
  const below = given.length === 0 ? commands.map(({ name }) => name) : [];
  if (command === undefined) return below;
  return [...below, ...(await positional(command, given, typed, options, timeout))];
}

/** Options that are not given yet, under their long names. */
function optionNames(command: CommandDescription | undefined, given: ReadonlyMap<string, string>): readonly string[] {
  const own = (command?.options ?? []).map(({ names }) => names[0] as string);
  return [...own, '--help'].filter((name) => !given.has(name));
}

async function positional(
  { positionals }: CommandDescription,
  given: readonly string[],
  typed: string,
  options: ReadonlyMap<string, string>,
  timeout: AbortSignal,
): Promise<readonly string[]> {
  const last = positionals.at(-1);
  const place = positionals[given.length] ?? (last?.isList ? last : undefined);
  if (place === undefined) return [];
  if (place.choices.length > 0) return place.choices;
  const live = new LiveCandidates(options.get('--url') || process.env.ROWDESK_URL || defaultUrl, timeout);
  if (place.name === 'package') return packageKinds.flatMap(shippedPackages);
  if (place.name === 'take') return live.takes();
  if (place.name === 'strip' || place.name === 'strips') return live.strips(given);
  if (['result', 'main', 'delayed'].includes(place.name)) return live.results();
  if (place.name === 'sender') return live.senders(typed);
  if (place.name === 'rx') return live.networkInputs();
  if (place.name === 'path') return live.paths(typed);
  if (place.name === 'assignments') return live.assignments(given[0] as string, typed, given.slice(1));
  return [];
}
