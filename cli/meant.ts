// What a command line probably meant: the command that its words name, and the option that is nearest to a misspelt one.
import { nearest } from '../core/base/nearest.ts';
import { defineCommands } from './commands.ts';
import { type CommandDescription, listCommands } from './completion/command-list.ts';

/** The words that name a command and one below it, `takes export`; none for what is no command. */
export function commandIn(words: readonly string[]): readonly string[] {
  return commandsIn(words).map(({ name }) => name);
}

/** `--output` for the `--ouput` of `rowdesk get`. Undefined where no option of the command is near an unknown one. */
export function optionMeant(words: readonly string[]): string | undefined {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  const given = own.flatMap((word) => /^--([^=]+)/.exec(word)?.[1] ?? []);
  const options = commandsIn(own).at(-1)?.options ?? [];
  const known = options.flatMap(({ names }) => names.flatMap((name) => /^--(.+)/.exec(name)?.[1] ?? []));
  const [meant] = given.filter((name) => !known.includes(name)).flatMap((name) => nearest(name, known) ?? []);
  return meant === undefined ? undefined : `--${meant}`;
}

function commandsIn(words: readonly string[]): readonly CommandDescription[] {
  const found: CommandDescription[] = [];
  let below = listCommands(defineCommands);
  for (const word of words) {
    const next = below.find(({ name }) => name === word);
    if (next === undefined && found.length === 0) break;
    if (next === undefined) continue;
    found.push(next);
    below = next.commands;
  }
  return found;
}
