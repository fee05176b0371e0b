import { Client, type Row } from '../client.ts';
import { type Format, isTable } from '../output.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

const columns = ['id', 'label', 'model', 'audio', 'control', 'missing', 'sockets'];

/** `rowdesk boxes`: the stageboxes with their halves; below the table why one is missing, in words. */
export async function boxes(args: { url: string; output?: Format }, terminal: Terminal): Promise<void> {
  const items = ((await new Client(args.url).get('/stagebox')).items ?? []) as readonly Row[];
  const asTable = isTable(args.output, terminal);
  if (!asTable) {
    terminal.data(`${JSON.stringify(items, null, 2)}\n`);
    return;
  }
  const rows = items.map((box) => ({
    ...box,
    missing: box.present ? box.missing : 'all',
    sockets: `${box.inputCount} in, ${box.outputCount} out`,
  }));
  terminal.data(table(rows, columns, terminal.width));
  for (const { id, missing, reason } of items) {
    if (missing !== '') terminal.data(`${JSON.stringify(id).slice(1, -1)}: ${words[`${missing}`]}: ${reason}\n`);
  }
}

const words: Readonly<Record<string, string>> = {
  audio: 'its sound is missing',
  control: 'its preamps are missing',
};
