import { defineCommands } from './commands.ts';
import { candidates } from './completion/candidates.ts';
import { listCommands } from './completion/command-list.ts';
import { splitLine } from './completion/split-line.ts';
import type { Terminal } from './terminal.ts';

/** A shell waits for the candidates at every tab. */
const timeoutMs = 500;

/**
 * `rowdesk complete LINE`, for the scripts of completion: what may follow, a line each; nothing where no service answers.
 * It is no command of the parser, whose loading would be felt at every tab.
 */
export async function complete(line: string, terminal: Terminal): Promise<void> {
  const words = splitLine(line).slice(1);
  const found = await candidates(words, listCommands(defineCommands), AbortSignal.timeout(timeoutMs));
  if (found.length > 0) terminal.data(`${found.join('\n')}\n`);
}
