import { Client } from '../client.ts';
import { CommandFault } from '../fault.ts';
import { type Format, printRow } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { readAssignments } from '../values.ts';

export interface PatchArgs {
  readonly url: string;
  readonly path: string;
  readonly assignments: readonly string[];
  readonly ifMatch?: string;
  readonly output?: Format;
}

/** `rowdesk patch PATH field=value...`: one write, all or nothing; prints the row after it. */
export async function patch(args: PatchArgs, terminal: Terminal): Promise<void> {
  if (/[^\x20-\x7e]/.test(args.ifMatch ?? '')) {
    throw new CommandFault('usage', '--if-match: an ETag is one line of ASCII, as a header of the row has it');
  }
  const client = new Client(args.url);
  const { fields } = await client.options(args.path);
  const { row, durable } = await client.patch(args.path, readAssignments(args.assignments, fields), args.ifMatch);
  printRow(row, args.output, terminal);
  if (!durable)
    terminal.talk('The write is in effect, but the store can not be written now: it is kept in memory only.');
}
