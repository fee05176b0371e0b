import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { partOf, removeLeftParts } from '../../core/audio/process/part-files.ts';
import { Client, type Row } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { receive, send } from '../file-transfer.ts';
import { type Format, printRow } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { followed, reportOf } from './run.ts';

interface FileArgs {
  readonly url: string;
  readonly file: string;
  readonly output?: Format;
}

/** `rowdesk backup FILE|-`: the file is there when it is whole, and on the disk. The report goes to stdout, for `-` to stderr. */
export async function backup(args: FileArgs & { readonly keys: boolean }, terminal: Terminal): Promise<void> {
  const { url, file, keys, output } = args;
  if (file !== '-' && existsSync(file)) throw new CommandError('usage', `${file} is there already; name a new file`);
  const client = new Client(url);
  const report = await runTask(client, '/backup/save', { keys }, terminal);
  const from = `${client.baseUrl}/backup/${report.id}`;
  if (file === '-') {
    await receive(from, async (chunk) => {
      terminal.bytes?.(chunk);
      await terminal.behind;
    });
    return terminal.talk(`${report.name}: ${report.bytes} bytes`);
  }
  await receiveFile(from, file);
  printRow(report, output, terminal);
}

/** `rowdesk restore FILE|-`: prints what was done, or with `--check` what would be done. */
export async function restore(
  args: FileArgs & { readonly check: boolean; readonly phantom: boolean },
  terminal: Terminal,
): Promise<void> {
  const { url, file, check, phantom, output } = args;
  const client = new Client(url);
  const id = randomBytes(12).toString('hex');
  await send(`${client.baseUrl}/backup/${id}`, file === '-' ? process.stdin : openedFile(file));
  const report = await runTask(client, '/backup/restore', { id, confirm: !check, phantom }, terminal);
  printRow(report, output, terminal);
  const left = misfits(report);
  for (const line of left) terminal.talk(line);
  if (check && left.length > 0)
    throw new CommandError('refused', 'The backup does not fit this desk whole; nothing has changed.');
}

async function runTask(client: Client, path: string, extra: Row, terminal: Terminal): Promise<Row> {
  const { row: started } = await client.patch(path, { ...extra, running: true });
  return reportOf(started.running === true ? await followed(client, path, started, terminal) : started);
}

async function receiveFile(from: string, file: string): Promise<void> {
  const part = partOf(file);
  removeLeftParts([file]);
  const handle = await open(part, 'w', 0o600).catch((error: Error) => {
    throw new CommandError('usage', error.message);
  });
  try {
    await receive(from, async (chunk) => {
      for (let done = 0; done < chunk.length; ) done += (await handle.write(chunk, done)).bytesWritten;
    });
    await handle.sync();
    await handle.close();
    await rename(part, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

function openedFile(file: string): NodeJS.ReadableStream {
  if (!existsSync(file)) throw new CommandError('usage', `${file} is not there`);
  return createReadStream(file);
}

/** A line for each thing that does not fit. */
function misfits(report: Row): readonly string[] {
  const list = (name: string) => (report[name] ?? []) as readonly Readonly<Record<string, unknown>>[];
  return [
    ...list('smaller').map(({ kind, backup, desk }) => `${kind}: the backup has ${backup} strips, this desk ${desk}`),
    ...list('missing').map(
      ({ path, ports, reason }) => `${path}: ${(ports as readonly string[]).join(', ')}: ${reason}`,
    ),
    ...((report.configuration ?? []) as readonly string[]),
    ...list('unfit').map(
      ({ path, count, refusal }) => `${path} (${count}): ${(refusal as { readonly detail?: string }).detail}`,
    ),
  ];
}
