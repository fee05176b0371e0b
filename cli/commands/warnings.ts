import { Client, type Row } from '../client.ts';
import { localTime } from '../local-time.ts';
import { type Format, isTable, printable } from '../output.ts';
import type { Terminal } from '../terminal.ts';

const severities = ['alarm', 'warning', 'info'];

/** `rowdesk warnings`: each with what to do, the gravest first; `-o json`: the warnings as the row has them. */
export async function warnings(args: { url: string; output?: Format }, terminal: Terminal): Promise<void> {
  const all = ((await new Client(args.url).get('/warnings')).warnings ?? []) as readonly Row[];
  const sorted = severities.flatMap((severity) => all.filter((each) => each.severity === severity));
  if (!isTable(args.output, terminal)) return terminal.data(`${JSON.stringify(sorted, null, 2)}\n`);
  if (sorted.length === 0) terminal.talk('No warnings');
  for (const { severity, since, title, detail, remedy, path, acknowledged } of sorted) {
    const marks = [`since ${localTime(String(since))}`, path, acknowledged === true ? 'acknowledged' : ''];
    terminal.data(`${severity}: ${printable(title)} (${marks.filter(Boolean).join(', ')})\n`);
    for (const words of [remedy, detail]) if (words !== '') terminal.data(`  ${printable(words)}\n`);
  }
}
