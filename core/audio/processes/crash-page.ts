// Reads the crash page that a driver process left (hardware-drivers/include/rowdesk/crash_page.h): which package was
// the thread calling into that took the signal?
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const magic = 0x31504352;
const pageBytes = 4064;
const slotsAt = 64;
const slots = 32;
const slotBytes = 32;
const namesAt = slotsAt + slots * slotBytes;
const nameBytes = 48;
/** The offset of the flag that rows answer, in bytes. */
export const answersAt = 28;
/** The longest name of a package in the page, in bytes. */
export const longestName = nameBytes - 1;

export interface CrashPage {
  readonly processId: number;
  /** `SIGSEGV`; '' without a noted signal: the process ended by itself, or by SIGKILL. */
  readonly signal: string;
  /** The package that the thread called into, else the package whose native code it ran; '' if unknown. */
  readonly driver: string;
  /** The name of the thread, '' if unknown. */
  readonly thread: string;
  /** The package that the JavaScript thread called last; '' for none. */
  readonly javascript: string;
  /** True for a control process whose rows answered. */
  readonly answers: boolean;
  /** Blocks that left the mixer while its outputs were open; it wraps. */
  readonly heardBlocks: number;
}

/** Undefined without a readable page. */
export function readCrashPage(file: string): CrashPage | undefined {
  let page: Buffer;
  try {
    page = readFileSync(file);
  } catch {
    return undefined;
  }
  if (page.length < pageBytes || page.readUInt32LE(0) !== magic) return undefined;
  const number = page.readInt32LE(12);
  const threadId = page.readInt32LE(16);
  const threads = Array.from({ length: slots }, (_, slot) => readSlot(page, slotsAt + slot * slotBytes));
  // The kernel sends the signal of the real-time limit (SIGXCPU) to the process, not to the thread that exceeded it.
  const guilty =
    number === constants.signals.SIGXCPU
      ? threads.find(({ label, driver }) => label === 'audio' && driver !== '')
      : threads.find((thread) => thread.threadId === threadId && threadId !== 0);
  return {
    processId: page.readInt32LE(8),
    signal: number === 0 ? '' : signalName(number),
    driver: number === 0 ? '' : guilty?.driver || nameOf(page, page.readUInt32LE(24)),
    thread: number === 0 ? '' : (guilty?.label ?? ''),
    javascript: threads.find(({ label }) => label === 'javascript')?.driver ?? '',
    answers: page.readUInt32LE(answersAt) === 1,
    heardBlocks: page.readUInt32LE(20),
  };
}

function readSlot(page: Buffer, at: number): { threadId: number; driver: string; label: string } {
  const driver = nameOf(page, page.readUInt32LE(at + 4));
  return { threadId: page.readInt32LE(at), driver, label: text(page, at + 8, 24) };
}

function nameOf(page: Buffer, number: number): string {
  return number === 0 ? '' : text(page, namesAt + (number - 1) * nameBytes, nameBytes);
}

function text(page: Buffer, at: number, bytes: number): string {
  const field = page.subarray(at, at + bytes);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? bytes : end);
}

function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found?.[0] ?? `signal ${number}`;
}
