// The words of a refusal, at the control that caused it, until it is touched again.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { Refused } from 'rowdesk/client';
import { refusalText } from '../text/text.ts';

const refusals = new Map<string, Signal<string>>();

function signalOf(path: string, field: string): Signal<string> {
  const key = `${path}#${field}`;
  const there = refusals.get(key) ?? signal('');
  refusals.set(key, there);
  return there;
}

/** '' without one. */
export const refusalOf = (path: string, field: string): ReadonlySignal<string> => signalOf(path, field);

export function refuse(path: string, field: string, error: unknown): void {
  signalOf(path, field).value = error instanceof Refused ? refusalText(error.refusal) : (error as Error).message;
}

export function forgetRefusal(path: string, field: string): void {
  signalOf(path, field).value = '';
}
