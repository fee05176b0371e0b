// A raw MIDI file: a character device of ALSA (/dev/snd/midiC1D0), or a pty. Opened without blocking: a read that waits would
// hold a thread of libuv's pool, and the end of the process.
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { textOf } from '../../../lib/kernel/js/files.ts';

export interface MidiPort {
  /** The bytes that are there, at most 4096; undefined for none. Throws Error in words when the port is gone. */
  read(): Uint8Array | undefined;
  /** How many bytes it took. Throws Error in words when the port is gone. */
  write(bytes: Uint8Array): number;
  close(): void;
}

/** What is used of the system. */
export interface MidiFiles {
  open(path: string): number;
  read(file: number, into: Uint8Array): number;
  write(file: number, bytes: Uint8Array): number;
  close(file: number): void;
  /** The text of a small file; '' without it. */
  text(path: string): string;
  readonly processId: number;
}

export const systemFiles: MidiFiles = {
  open: (path) => openSync(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY),
  read: (file, into) => readSync(file, into),
  write: (file, bytes) => writeSync(file, bytes),
  close: closeSync,
  text: textOf,
  processId: process.pid,
};

/** More ports than any device has. */
const mostPorts = 16;

/**
 * Opens port `port` (from 0) of a raw MIDI device; a file that is none of ALSA's has one port. Throws Error in words.
 *
 * ALSA gives an open file the first free port of the device. So files are opened until one has the port, which
 * /proc/asound/card1/midi0 says, and the others are closed again (Linux, sound/core/rawmidi.c).
 */
export function openMidi(path: string, port: number, files: MidiFiles = systemFiles): MidiPort {
  const [, card, device] = /^\/dev\/snd\/midiC(\d+)D(\d+)$/.exec(path) ?? [];
  const file =
    card === undefined ? openFile(path, files) : openPort(path, `/proc/asound/card${card}/midi${device}`, port, files);
  return portOf(path, file, files);
}

function openPort(path: string, status: string, port: number, files: MidiFiles): number {
  const opened: number[] = [];
  let before = portsOf(files.text(status), files.processId);
  try {
    for (let n = 0; n < mostPorts; n++) {
      opened.push(openFile(path, files));
      const now = portsOf(files.text(status), files.processId);
      if (now.has(port) && !before.has(port)) return opened.pop() as number;
      before = now;
    }
    throw new Error(`${path} has no port ${port + 1}, or it does not say which it opened`);
  } catch (error) {
    throw opened.length === 0
      ? error
      : new Error(`${path}: port ${port + 1} is not free (${(error as Error).message})`);
  } finally {
    for (const file of opened) files.close(file);
  }
}

/** The ports that a process holds in both directions. */
function portsOf(status: string, processId: number): ReadonlySet<number> {
  const held = { Input: new Set<number>(), Output: new Set<number>() };
  for (const part of status.split(/^(?=(?:Input|Output) \d+$)/m)) {
    const [, direction, port] = /^(Input|Output) (\d+)$/m.exec(part) ?? [];
    const owner = /^\s*Owner PID\s*:\s*(\d+)$/m.exec(part)?.[1];
    if (port !== undefined && Number(owner) === processId) held[direction as 'Input' | 'Output'].add(Number(port));
  }
  return new Set([...held.Input].filter((port) => held.Output.has(port)));
}

function openFile(path: string, files: MidiFiles): number {
  try {
    return files.open(path);
  } catch (error) {
    throw new Error(wordsOf(path, error));
  }
}

function portOf(path: string, file: number, files: MidiFiles): MidiPort {
  const buffer = new Uint8Array(4096);
  return {
    read() {
      let count: number;
      try {
        count = files.read(file, buffer);
      } catch (error) {
        if (isFull(error)) return undefined;
        throw new Error(wordsOf(path, error));
      }
      // the end of a terminal whose other side closed
      if (count === 0) throw new Error(`${path} is gone`);
      return buffer.slice(0, count);
    },
    write(bytes) {
      try {
        return files.write(file, bytes);
      } catch (error) {
        if (isFull(error)) return 0;
        throw new Error(wordsOf(path, error));
      }
    },
    close: () => files.close(file),
  };
}

const isFull = (error: unknown): boolean => ['EAGAIN', 'EINTR'].includes((error as NodeJS.ErrnoException).code ?? '');

function wordsOf(path: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (['ENOENT', 'ENODEV', 'ENXIO', 'EIO', 'EPIPE'].includes(code)) return `${path} is gone`;
  if (code === 'EACCES') return `${path} can't be opened by this user; its group is audio: sudo usermod -aG audio USER`;
  if (code === 'EBUSY' || code === 'EAGAIN') return `${path} is in use by another program`;
  return message;
}
