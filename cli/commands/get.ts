import { Client } from '../client.ts';
import { type Format, printRow } from '../output.ts';
import type { Terminal } from '../terminal.ts';

/** `rowdesk get PATH`: the row's current value. */
export async function get(args: { url: string; path: string; output?: Format }, terminal: Terminal): Promise<void> {
  printRow(await new Client(args.url).get(args.path), args.output, terminal);
}
