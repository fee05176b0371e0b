import { readFileSync } from 'node:fs';
import { Client } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { type Format, printRow } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { followed, reportOf } from './run.ts';

const importPath = '/session/import';

export interface ExportArgs {
  readonly url: string;
  readonly id: string;
}

/** `rowdesk session export ID`: the session with its scenes on stdout. */
export async function exportSession({ url, id }: ExportArgs, terminal: Terminal): Promise<void> {
  const { file } = await new Client(url).get(`/sessions/${id}/export`);
  terminal.data(`${JSON.stringify(file, null, 1)}\n`);
}

export interface ImportArgs {
  readonly url: string;
  readonly file: string;
  readonly id?: string;
  readonly output?: Format;
}

/** `rowdesk session import FILE`: stores it, and prints under which id. */
export async function importSession({ url, file, id, output }: ImportArgs, terminal: Terminal): Promise<void> {
  const client = new Client(url);
  const body = { running: true, file: readJson(file), ...(id === undefined ? {} : { id }) };
  const { row: started } = await client.patch(importPath, body);
  const ended = started.running === true ? await followed(client, importPath, started, terminal) : started;
  printRow(reportOf(ended), output, terminal);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    throw new CommandError('usage', `${file}: ${(error as Error).message}`);
  }
}
