import { candidates } from '../completion/candidates.ts';
import { completionScripts } from '../completion/scripts.ts';
import { splitLine } from '../completion/split-line.ts';
import type { Terminal } from '../terminal.ts';

/** A shell waits for it at every tab. */
const patienceMs = 500;

/** `rowdesk completion SHELL`: the script for a shell. */
export function completion({ shell }: { shell: keyof typeof completionScripts }, terminal: Terminal): void {
  terminal.data(completionScripts[shell]);
}

/**
 * `rowdesk complete LINE`, for those scripts: what may follow, a line each. Nothing where nobody answers. It is no command
 * of the parser's, whose loading would be felt at every tab.
 */
export async function complete(line: string, terminal: Terminal): Promise<void> {
  const found = await candidates(splitLine(line).slice(1), AbortSignal.timeout(patienceMs));
  if (found.length > 0) terminal.data(`${found.join('\n')}\n`);
}
