// Files of a scan: each is written whole, by rename, so that one that ends at any time leaves what was there before.
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Undefined for a file that is not there, or is none of JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The values of a file with one on each line; lines that are none of JSON are left out. */
export function readJsonLines(file: string): unknown[] {
  const text = textOf(file) ?? '';
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line)];
    } catch {
      // The line at which an earlier scan ended.
      return [];
    }
  });
}

/** Of files that a process wrote when it was killed. */
export const halfFile = /\.\d+\.new$/;

/** Nothing where the file says it already. Throws Error with the file and the reason of the system. */
export function writeText(file: string, text: string): void {
  if (textOf(file) === text) return;
  const half = `${file}.${process.pid}.new`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(half, text);
    renameSync(half, file);
  } catch (error) {
    remove(half);
    throw notWritten(file, error as Error);
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The fault that is told is the one of the writing.
  }
}

/** A line of its own, also behind one that was written in part. Throws as `writeText`. */
export function appendLine(file: string, value: unknown): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `\n${JSON.stringify(value)}`);
  } catch (error) {
    throw notWritten(file, error as Error);
  }
}

const notWritten = (file: string, error: Error) =>
  new Error(`${file} can not be written: ${error.message}`, { cause: error });

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
