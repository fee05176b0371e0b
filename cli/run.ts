import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import yargs from 'yargs';
import { packageRoot } from '../core/package-root.ts';
import { defineCommands } from './commands.ts';
import { CommandFault, exitCodes } from './fault.ts';
import { interruption } from './interruption.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command line; resolves to its exit code. Faults in words go to the terminal's talk, never a stack. */
export async function runCommand(
  words: readonly string[],
  terminal: Terminal,
  interrupted: () => AbortSignal = interruption,
): Promise<number> {
  const parser = yargs([...words])
    .scriptName('rowdesk')
    .version(version())
    .usage('$0 <command>\n\nA live mixing desk, driven over HTTP: every piece of its state is a row at a path.')
    .epilogue('Exit codes: 0 done, 1 refused, 2 usage, 3 unreachable. Data on stdout, talk on stderr.')
    .parserConfiguration({ 'parse-positional-numbers': false, 'strip-dashed': true })
    .demandCommand(1, 'Which command? rowdesk --help names them.')
    .strict()
    .recommendCommands()
    .check(onceAndInNumbers)
    .alias('h', 'help')
    .wrap(Math.min(110, terminal.width ?? 110))
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new CommandFault('usage', message);
    });
  try {
    await defineCommands(parser, { terminal, interrupted }).parseAsync();
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    terminal.talk(error.message);
    return error.exitCode;
  }
}

function version(): string {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version;
}

const lists = new Set(['_', 'assignments', 'names', 'input', 'set', 'at']);

/** What yargs lets through: an option given twice, and a number that is none. */
function onceAndInNumbers(args: Readonly<Record<string, unknown>>): true {
  for (const [name, value] of Object.entries(args)) {
    const isList = lists.has(name) || (name === 'output' && args.input !== undefined);
    if (Array.isArray(value) && !isList) throw new CommandFault('usage', `--${name} is given twice`);
    if (Number.isNaN(value)) throw new CommandFault('usage', `--${name} wants a number`);
  }
  return true;
}
