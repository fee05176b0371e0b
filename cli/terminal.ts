// Data goes to stdout, talk to stderr. A command gets its terminal as a parameter, so that tests read what it wrote.
import { constants } from 'node:os';
import { endProcess } from '../core/system/process-end.ts';

/** Where a command writes. `width` in columns, undefined when stdout is no terminal. */
export interface Terminal {
  data(text: string): void;
  talk(text: string): void;
  /** Data that is no text. */
  bytes?(data: Uint8Array): void;
  readonly width: number | undefined;
  /** While the reader of the data is slow: resolves when it has caught up. */
  readonly behind?: Promise<void> | undefined;
}

const { stdout, stderr } = process;
/** The reader has all that is written, or has gone. */
const written = (stream: NodeJS.WriteStream) => new Promise<void>((resolve) => stream.write('', () => resolve()));
/** As a program ends that writes to a pipe without a reader. */
const readerGone = 128 + constants.signals.SIGPIPE;
/** sysexits.h: EX_IOERR. */
const canNotWrite = 74;

export const terminal: Terminal = {
  data: (text) => void stdout.write(text),
  bytes: (data) => void stdout.write(data),
  talk: (text) => void stderr.write(`${text}\n`),
  get width() {
    return stdout.isTTY ? stdout.columns : undefined;
  },
  get behind() {
    return stdout.writableNeedDrain ? written(stdout) : undefined;
  },
};

/** Ends when the data can't be written: quietly when its reader goes away (`rowdesk watch / | head -1`). */
export function endWithReader(): void {
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') endProcess(readerGone);
    terminal.talk(`The answer can not be written: ${message}.`);
    endProcess(canNotWrite);
  });
  // Talk without a reader is lost; the answer is not.
  stderr.on('error', () => {});
}

/** From now on nothing that is written is worth an end: a desk runs on without a reader. */
export function outliveReader(): void {
  stdout.removeAllListeners('error').on('error', () => {});
}

/** Resolves when the readers have all that was written, however slow they are. */
export async function everythingWritten(): Promise<void> {
  await Promise.all([written(stdout), written(stderr)]);
}
