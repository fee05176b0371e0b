// The words of the command line: names, options, help. What a command does is in commands/, loaded when asked for.
import type { Argv } from 'yargs';
import type { Surroundings } from './surroundings.ts';
import { conformCommand } from './words/conform.ts';
import { lifeCommands } from './words/life.ts';
import { packageCommands } from './words/packages.ts';
import { renderCommand } from './words/render.ts';
import { rowCommands } from './words/rows.ts';
import { sessionCommand } from './words/session.ts';
import { shellCommands } from './words/shell.ts';

/** Adds all commands to a parser. */
export function defineCommands(parser: Argv, surroundings: Surroundings): Argv {
  const groups = [
    lifeCommands,
    rowCommands,
    packageCommands,
    renderCommand,
    sessionCommand,
    conformCommand,
    shellCommands,
  ];
  return groups.reduce((all, add) => add(all, surroundings), parser);
}
