// Names and ids of new takes.
import { freshId } from 'rowdesk/provider';
import type { NamePlace } from './contract.ts';

const mostLength = 128;
const two = (number: number) => String(number).padStart(2, '0');

export interface NameFacts {
  readonly nowMs: number;
  readonly session: string;
  readonly isFree: (name: string) => boolean;
}

/** By the local time of the desk: people look for a take by their clock. */
function localTime(nowMs: number): { readonly date: string; readonly time: string } {
  const now = new Date(nowMs);
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return { date, time: `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}` };
}

/** `2026-08-01-20-15-00`, with a number behind it if the id is taken. */
export function newTakeId(nowMs: number, isFree: (id: string) => boolean): string {
  const { date, time } = localTime(nowMs);
  return freshId(`${date} ${time}`, 'take', isFree);
}

/** `{n}` is the first number from 1 that makes a name that no take has. */
export function takeName(template: string, { nowMs, session, isFree }: NameFacts): string {
  const { date, time } = localTime(nowMs);
  const named = (n: number) => {
    const places: Readonly<Record<NamePlace, string>> = { date, time, session, n: String(n) };
    const name = template.replace(/\{(\w+)\}/g, (_all, place: NamePlace) => places[place] ?? '');
    return name.trim().replace(/\s+/g, ' ').slice(0, mostLength) || `${date} ${time}`;
  };
  if (!template.includes('{n}')) return named(1);
  let n = 1;
  while (!isFree(named(n))) n += 1;
  return named(n);
}
