import { writeFileSync } from 'node:fs';
import { CommandError } from '../command-error.ts';
import { conform as findings } from '../conform/conform.ts';
import type { RuleResult } from '../conform/finding.ts';
import { junit, line, summaryLine, summaryOf } from '../conform/report.ts';
import { Server } from '../conform/server.ts';
import type { Format } from '../output.ts';
import type { Terminal } from '../terminal.ts';

export interface ConformArgs {
  readonly url: string;
  readonly junit?: string;
  readonly output: Format;
}

/** `rowdesk conform URL`: whether a server holds what interface.md says, rule by rule. Refused where anything fails. */
export async function conform({ url, junit: file, output }: ConformArgs, terminal: Terminal): Promise<void> {
  const server = new Server(url);
  const all: RuleResult[] = [];
  for await (const finding of findings(server)) {
    all.push(finding);
    if (output === 'table') terminal.data(line(finding));
  }
  const summary = summaryOf(all);
  if (file !== undefined) write(file, junit(server.url, all));
  if (output === 'json') terminal.data(`${JSON.stringify({ url: server.url, ...summary, findings: all }, null, 2)}\n`);
  else terminal.data(summaryLine(summary));
  if (summary.failed > 0) throw new CommandError('refused', `${server.url} does not conform`);
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandError('usage', `--junit: ${(error as Error).message}`);
  }
}
