import { Client, type Row } from '../client.ts';
import { CommandError, exitCodes } from '../command-error.ts';
import { counted } from '../counted.ts';
import { type Format, printRow, printRows } from '../output.ts';
import { changesOfFile, changesOfWords, readChanges } from '../row-changes.ts';
import { complaints, settled, type WrittenRow } from '../settled.ts';
import type { Terminal } from '../terminal.ts';

export interface PatchArgs {
  readonly url: string;
  readonly path?: string;
  readonly assignments?: readonly string[];
  readonly file?: string;
  readonly ifMatch?: string;
  readonly output?: Format;
}

/**
 * `rowdesk patch PATH field=value... [PATH field=value...]`, or `-f FILE`: each row is one write, all or nothing. Waits until
 * the targets have taken the values, and prints the rows. Rejects with CommandError refused for what a target refuses too.
 */
export async function patch(args: PatchArgs, terminal: Terminal): Promise<void> {
  if (/[^\x20-\x7e]/.test(args.ifMatch ?? '')) {
    throw new CommandError('usage', '--if-match: an ETag is one line of ASCII, as a header of the row has it');
  }
  const client = new Client(args.url);
  const rows = await readChanges(client, changesSource(args));
  if (rows.length > 1 && args.ifMatch !== undefined) throw new CommandError('usage', '--if-match is of one row');
  const before = await complaints(client);
  const written = await writeAll(client, rows, args.ifMatch);
  const { refused, isComplete } = await settled(client, rows, written.revision, before);
  const shown = await Promise.all(rows.map(async ({ path }) => [path, await client.get(path)] as const));
  if (args.file === undefined && shown.length === 1) printRow(shown[0]?.[1] as Row, args.output, terminal);
  else printRows(Object.fromEntries(shown), args.output, terminal);
  if (!written.isDurable)
    terminal.talk('The write is in effect, but the store can not be written now: it is kept in memory only.');
  if (refused.length > 0) throw new CommandError('refused', ['Written, but refused:', ...refused].join('\n  '));
  if (!isComplete) terminal.talk('Not every device has answered yet; the desk goes on trying.');
}

function changesSource({ path, assignments = [], file }: PatchArgs) {
  if (file === undefined && path === undefined) {
    throw new CommandError('usage', 'Which row? Give a path with field=value, or -f FILE');
  }
  if (file === undefined) return changesOfWords([path as string, ...assignments]);
  if (path === undefined) return changesOfFile(file);
  throw new CommandError('usage', 'Either a path with field=value, or -f FILE');
}

/** In their order, up to the first that is refused. */
async function writeAll(client: Client, rows: readonly WrittenRow[], ifMatch: string | undefined) {
  let revision = 0;
  let isDurable = true;
  for (const [place, { path, body }] of rows.entries()) {
    try {
      const written = await client.patch(path, body, ifMatch);
      revision = Math.max(revision, written.revision);
      isDurable &&= written.isDurable;
    } catch (error) {
      if (rows.length === 1 || !(error instanceof CommandError)) throw error;
      const kind = error.exitCode === exitCodes.refused ? 'refused' : 'unreachable';
      const rest = `Written: ${place} of ${counted(rows.length, 'row')}; ${path} and what follows it are not.`;
      throw new CommandError(kind, `${path}: ${error.message}\n${rest}`);
    }
  }
  return { revision, isDurable };
}
