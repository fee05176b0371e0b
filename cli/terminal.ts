// Data goes to stdout, talk to stderr. A command gets its terminal as a parameter, so that tests read what it wrote.
import { endProcess } from '../core/system/process-end.ts';

/** Where a command writes. `width` in columns, undefined when stdout is no terminal. */
export interface Terminal {
  data(text: string): void;
  talk(text: string): void;
  readonly width: number | undefined;
}

export const terminal: Terminal = {
  data: (text) => void process.stdout.write(text),
  talk: (text) => void process.stderr.write(`${text}\n`),
  get width() {
    return process.stdout.isTTY ? process.stdout.columns : undefined;
  },
};

/** Ends quietly when the reader of stdout goes away (`rowdesk watch / | head -1`). */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') endProcess(0);
    throw error;
  });
}
