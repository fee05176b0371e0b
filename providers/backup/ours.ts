// What stays as a desk has it, whatever a backup holds.
import type { DocumentKey } from 'rowdesk/provider';

/** Notes of takes and of measurements belong to files that no backup carries. */
export const ofFiles: ReadonlySet<string> = new Set(['take', 'measurement-result']);

export const isCarried = ({ kind }: DocumentKey): boolean => !ofFiles.has(kind);

/** A panic is lifted and set by a hand alone, as the lock is. */
const byHand: Readonly<Record<string, string>> = { '/safety/panic': 'scope', '/console': 'locked' };

export const staysByHand = (path: string, field: string): boolean => byHand[path] === field;
