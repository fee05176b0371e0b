import { completionScripts } from '../completion/scripts.ts';
import type { Terminal } from '../terminal.ts';

/** `rowdesk completion SHELL`: the script for a shell. */
export function completion({ shell }: { shell: keyof typeof completionScripts }, terminal: Terminal): void {
  terminal.data(completionScripts[shell]);
}
