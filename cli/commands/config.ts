import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ConfigText } from '../../core/base/config-text.ts';
import { packageRoot } from '../../core/base/package-root.ts';
import { StartError } from '../../core/base/start-error.ts';
import { CommandError } from '../command-error.ts';
import { configFile } from '../config-file.ts';
import { appendName, placeOfName, setValue, unsetValue, valueIn } from '../configuration/edit.ts';
import { kindOf, packageKindsOf } from '../configuration/packages.ts';
import { counted } from '../counted.ts';
import { inspect } from '../inspection.ts';
import type { Terminal } from '../terminal.ts';

interface OfFile {
  readonly config?: string;
}

const shipped = join(packageRoot, 'providers.config.json');

/** `rowdesk config get [MEMBER]`: as a start takes it, with the defaults. */
export async function getConfig(args: OfFile & { readonly member?: string }, terminal: Terminal): Promise<void> {
  const { config } = await inspect(configFile(args.config));
  const { folder: _, ...content } = config;
  const value = valueIn(content, args.member ?? '');
  if (value === undefined) throw new CommandError('refused', `${args.member} has no value.`);
  terminal.data(`${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n`);
}

/** `rowdesk config set MEMBER VALUE` */
export async function setConfig(
  args: OfFile & { readonly member: string; readonly value: string },
  terminal: Terminal,
): Promise<void> {
  const value = valueGiven(args.value);
  await edit(args.config, terminal, (text, file) => setValue(text, file, args.member, value));
}

/** `rowdesk config unset MEMBER` */
export async function unsetConfig(args: OfFile & { readonly member: string }, terminal: Terminal): Promise<void> {
  await edit(args.config, terminal, (text, file) => unsetValue(text, file, args.member));
}

/** `rowdesk config enable NAME` */
export async function enable(args: OfFile & { readonly name: string }, terminal: Terminal): Promise<void> {
  const { name } = args;
  await edit(args.config, terminal, (text, file) => {
    const kind = kindOf(name, dirname(file));
    const isOn = placeOfName(valueIn(new ConfigText(file, text).value, kind), name) >= 0;
    return isOn ? text : appendName(text, file, kind, name);
  });
}

/** `rowdesk config disable NAME` */
export async function disable(args: OfFile & { readonly name: string }, terminal: Terminal): Promise<void> {
  const { name } = args;
  await edit(args.config, terminal, (text, file) => {
    const { value } = new ConfigText(file, text);
    const kind = packageKindsOf(value, name)[0];
    if (kind === undefined) throw new CommandError('refused', `${name} is not switched on in ${file}.`);
    return unsetValue(text, file, `${kind}/${placeOfName(valueIn(value, kind), name)}`);
  });
}

/** `rowdesk config new FILE`: what rowdesk comes with, as a file of one's own. */
export async function newConfig(args: { readonly file: string }, terminal: Terminal): Promise<void> {
  const file = resolve(args.file);
  if (existsSync(file)) throw new CommandError('refused', `${file} is there already; take another name.`);
  const schema = join(packageRoot, 'dist/config.schema.json');
  const text = setValue(readFileSync(shipped, 'utf8'), file, '$schema', schema);
  write(file, `// The configuration of a desk: rowdesk start --config ${relative('.', file) || file}\n${text}`);
  terminal.data(`${file}\n`);
}

/** `rowdesk config schema` */
export async function printSchema(args: OfFile, terminal: Terminal): Promise<void> {
  const { knownPackages } = await import('../configuration/known-packages.ts');
  const { configSchema } = await import('../../core/host/config-schema.ts');
  terminal.data(`${JSON.stringify(configSchema(await knownPackages(args.config)), null, 1)}\n`);
}

/** JSON, with comments even; else a text: `rate 48000`, `hostNames '["desk"]'`, `providers/backup/config/folder /srv`. */
function valueGiven(given: string): unknown {
  const read = new ConfigText('', given);
  return read.faults.length === 0 ? read.value : given;
}

/** Writes the file where the edit brings no fault that was not there before. */
async function edit(
  given: string | undefined,
  terminal: Terminal,
  change: (text: string, file: string) => string,
): Promise<void> {
  if (given === undefined || resolve(given) === shipped) {
    const words =
      'is that of rowdesk itself, and an update replaces it: rowdesk config new desk.config.json makes yours,';
    throw new CommandError('usage', `${shipped} ${words} and --config names it.`);
  }
  const file = resolve(given);
  const before = read(file);
  const after = change(before, file);
  if (after === before) return terminal.talk(`${file} has it already.`);
  const known = new Set((await problemsOf(file, before)).map(withoutPlace));
  const fresh = (await problemsOf(file, after)).filter((problem) => !known.has(withoutPlace(problem)));
  if (fresh.length > 0) {
    const head = `${file} stays as it is; this would bring ${counted(fresh.length, 'fault')}:`;
    throw new CommandError('refused', [head, ...fresh].join('\n'));
  }
  write(file, after);
  terminal.talk(`${file} is written; a desk reads it at its next start.`);
}

async function problemsOf(file: string, text: string): Promise<readonly string[]> {
  try {
    return (await inspect(file, text)).problems;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return error.message.split('\n');
  }
}

/** A fault that was there before stands in another line after an edit. */
const withoutPlace = (problem: string): string => problem.replace(/:\d+:\d+: /, ': ');

function read(file: string): string {
  try {
    return ConfigText.read(file).text;
  } catch (error) {
    throw error instanceof StartError ? new CommandError('refused', error.message) : error;
  }
}

/** Whole or not at all, and with the rights of the file that was there: a desk may read it meanwhile. */
function write(file: string, text: string): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o644;
  const fresh = `${target}.new`;
  try {
    writeFileSync(fresh, text, { mode, flush: true });
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw new CommandError('refused', `${target} can not be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
