// access.json of the state folder: keys that `rowdesk access` makes and withdraws, and the desk reads while it runs.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { checkWithDefaults } from '../base/schema-violations.ts';
import { AccessConfig, problemOf } from './access-config.ts';

/** Undefined where there is no file. Throws Error in words. */
export function readAccessFile(path: string): AccessConfig | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new Error(`${path} can not be read (${code})`);
  }
  return checkAccess(parse(text, path), (field) => `${path}: ${field}`.trimEnd());
}

/** Throws Error in words. `at` names a place in the keys: `keys/0/role`, '' for all. */
export function checkAccess(given: unknown, at: (field: string) => string): AccessConfig {
  const { value, violations } = checkWithDefaults(AccessConfig, given);
  const [first] = violations;
  if (first !== undefined) throw new Error(`${at(first.field)} ${first.problem}; ${first.remedy}`);
  const problem = problemOf(value as AccessConfig);
  if (problem !== '') throw new Error(`${at('')} ${problem}`);
  return value as AccessConfig;
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${path} is not JSON`);
  }
}

/** Whole, for this user alone: a reader gets what was there before, or this. */
export function writePrivate(path: string, content: string | Buffer): void {
  const temporary = `${path}.new`;
  rmSync(temporary, { force: true });
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
