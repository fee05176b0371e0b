// result.json and the traces beside it, in the folder of a result.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Compile } from 'rowdesk/provider';
import { olderFacts, ResultFile, type TraceName } from './contract/results.ts';

export const resultFileName = 'result.json';
export const traceFileName = (trace: TraceName): string => `${trace}.json`;
/** Many times what a result or a trace has. */
const mostBytes = 4 * 1024 * 1024;

let validator: ReturnType<typeof Compile> | undefined;

/** Rejects with Error in words: no file, no regular file, too large, no JSON, or another format. */
export async function readResult(folder: string): Promise<ResultFile> {
  const read = await readJson(join(folder, resultFileName), resultFileName);
  const value = typeof read === 'object' && read !== null ? { ...olderFacts, ...read } : read;
  validator ??= Compile(ResultFile);
  if (validator.Check(value)) return value as ResultFile;
  const [first] = validator.Errors(value);
  const where = first?.instancePath.slice(1) || 'it';
  throw new Error(`${resultFileName} is not of format 1: ${where} ${first?.message ?? 'does not fit'}`);
}

/** Rejects as `readResult`. */
export async function readTrace(folder: string, trace: TraceName): Promise<Readonly<Record<string, unknown>>> {
  const name = traceFileName(trace);
  const value = await readJson(join(folder, name), name);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`${name} is no object`);
}

/** Resolves once it is on the disk. */
export async function writeText(path: string, text: string): Promise<void> {
  const file = await open(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW,
    0o644,
  );
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readJson(path: string, name: string): Promise<unknown> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error(`${name} is no regular file`);
    if (found.size > mostBytes) throw new Error(`${name} is larger than ${mostBytes} bytes`);
    return JSON.parse(await file.readFile('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${name} is no JSON: ${error.message}`);
    throw error;
  } finally {
    await file.close();
  }
}
