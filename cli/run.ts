import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import yargs from 'yargs';
import { nearest } from '../core/base/nearest.ts';
import { packageRoot } from '../core/base/package-root.ts';
import { shippedPackages } from '../core/base/shipped-packages.ts';
import { CommandError, exitCodes } from './command-error.ts';
import { defineCommands } from './commands.ts';
import { interruption } from './interruption.ts';
import { commandIn, optionMeant } from './meant.ts';
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
    .updateStrings({ 'Did you mean %s?': 'There is no such command. Did you mean %s?' })
    .check(onceAndInRange)
    .alias('h', 'help')
    .wrap(Math.min(110, terminal.width ?? 110))
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? parserError(message, words);
    });
  try {
    refuseEmpty(words);
    await defineCommands(parser, { terminal, interrupted }).parseAsync();
    return exitCodes.done;
  } catch (error) {
    const fault = isOfParser(error) ? parserError(error.message, words) : nearestMeant(error, words);
    if (!(fault instanceof CommandError)) throw error;
    terminal.talk(fault.message);
    return fault.exitCode;
  }
}

/** yargs throws an option that lacks its value past `fail`. */
function isOfParser(error: unknown): error is Error {
  return error instanceof Error && error.name === 'YError';
}

function parserError(message: string, words: readonly string[]): CommandError {
  const option = message.startsWith('Unknown argument') ? optionMeant(words) : undefined;
  const meant = option === undefined ? '' : `. Did you mean ${option}?`;
  const help = ['rowdesk', ...commandIn(words), '--help'].join(' ');
  return new CommandError('usage', `${message}${meant}\n${help} says what it takes.`);
}

/** A word that is no command, and near none of them, may be that of a row. */
function nearestMeant(error: unknown, [word = '']: readonly string[]): unknown {
  const isUnknown = error instanceof CommandError && error.message.startsWith(`Unknown argument: ${word}`);
  if (!isUnknown || word.startsWith('-') || commandIn([word]).length > 0) return error;
  const bare = word.replace(/^\/+/, '').split('/')[0] ?? '';
  const row = nearest(bare, groupsOfRows());
  const meant = row === undefined ? '' : ` Did you mean rowdesk get /${row}?`;
  return new CommandError('usage', `There is no command ${word}.${meant}\nrowdesk --help names the commands.`);
}

/** By the providers that rowdesk comes with, which are called as their rows: a command line asks no desk. */
function groupsOfRows(): readonly string[] {
  return shippedPackages('providers');
}

function version(): string {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version;
}

/** `--port "$PORT"` where nothing is in PORT: yargs takes 0, and Node takes an empty host for every address there is. */
function refuseEmpty(words: readonly string[]): void {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  const option = own.find((word, place) => /^-[\w-]+=$/.test(word) || (word.startsWith('-') && own[place + 1] === ''));
  if (option !== undefined) throw parserError(`${option.replace('=', '')} is empty`, words);
}

const lists = new Set(['_', 'assignments', 'names', 'input', 'set', 'at', 'bus', 'strips', 'address', 'device']);

const ranges: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['port', [0, 65_535]],
  ['count', [1, Infinity]],
]);

/** What yargs lets through: an option given twice, a number that is none, and one that nothing could be done with. */
function onceAndInRange(args: Readonly<Record<string, unknown>>): true {
  for (const [name, value] of Object.entries(args)) {
    const isList = lists.has(name) || (name === 'output' && args.blockFrames !== undefined);
    if (Array.isArray(value) && !isList) {
      throw new CommandError('usage', `${name.length === 1 ? '-' : '--'}${name} is given twice`);
    }
    if (Number.isNaN(value)) throw new CommandError('usage', `--${name} wants a number`);
    const [least, most] = ranges.get(name) ?? [];
    if (least === undefined || most === undefined || typeof value !== 'number') continue;
    if (Number.isInteger(value) && value >= least && value <= most) continue;
    const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new CommandError('usage', `--${name} wants a whole number ${range}`);
  }
  return true;
}
