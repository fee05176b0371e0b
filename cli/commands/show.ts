import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { Client, type Row } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { send } from '../file-transfer.ts';
import { type Format, printRow } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { followed, reportOf } from './run.ts';

const importPath = '/shows/import';

interface ShowArgs {
  readonly url: string;
  readonly output?: Format;
}

export interface ImportShowArgs extends ShowArgs {
  readonly file: string;
  readonly apply: boolean;
  readonly name?: string;
  readonly channel?: number;
  readonly device?: readonly string[];
}

/** `rowdesk show formats`. */
export async function listFormats({ url, output }: ShowArgs, terminal: Terminal): Promise<void> {
  printRow(await new Client(url).get('/shows/formats'), output, terminal);
}

/** `rowdesk show import FILE|-`: sends the file, and prints what became, or would become, of each line. */
export async function importShow(args: ImportShowArgs, terminal: Terminal): Promise<void> {
  const { url, file, apply, name, channel, device = [], output } = args;
  const devices = device.map(deviceIn);
  if (file !== '-' && !existsSync(file)) throw new CommandError('usage', `${file} is not there`);
  const client = new Client(url);
  const id = randomBytes(12).toString('hex');
  await send(`${client.baseUrl}/shows/${id}`, file === '-' ? process.stdin : createReadStream(file));
  const given = { ...(name === undefined ? {} : { name }), ...(channel === undefined ? {} : { channel }) };
  const { row: started } = await client.patch(importPath, { running: true, id, apply, devices, ...given });
  const ended = started.running === true ? await followed(client, importPath, started, terminal) : started;
  const report = reportOf(ended);
  printRow(report, output, terminal);
  for (const line of summary(report)) terminal.talk(line);
}

function deviceIn(text: string): { from: string; to: string } {
  const [, from = '', to = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (from === '') throw new CommandError('usage', `--device ${text}: name both, as in x32-local=stage-left`);
  return { from, to };
}

/** For people, beside the report. */
function summary({ counts, devices, id }: Row): readonly string[] {
  const { lines, mapped, approximated, notCarried } = (counts ?? {}) as Readonly<Record<string, number>>;
  const unnamed = ((devices ?? []) as readonly Row[]).filter(({ to }) => to === '').map(({ id: device }) => device);
  const hint = 'sources, preamps and outputs stay as they are until --device, or remap of the session, names boxes for';
  return [
    `${lines} lines: ${mapped} mapped, ${approximated} approximated, ${notCarried} not carried`,
    ...(unnamed.length === 0 ? [] : [`${hint} ${unnamed.join(', ')}`]),
    ...(id === undefined ? [] : [`rowdesk run /sessions/${id}/apply makes the desk so`]),
  ];
}
