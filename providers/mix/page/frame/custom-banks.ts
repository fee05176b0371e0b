// Banks that this device's user put together, stored on the device.
import { signal } from '@preact/signals';
import type { Group } from './banks.ts';

const key = 'rowdesk.banks';
/** In number and in strips. */
export const mostBanks = 12;
export const mostStrips = 64;

export interface CustomBank extends Group {
  readonly name: string;
}

export const customBanks = signal<readonly CustomBank[]>(read());

function read(): readonly CustomBank[] {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isBank).slice(0, mostBanks) : [];
  } catch {
    return [];
  }
}

function isBank(bank: Partial<CustomBank> | null): bank is CustomBank {
  const { id, name, strips } = bank ?? {};
  const isStrip = (path: unknown) => typeof path === 'string' && /^\/channel\/[a-zA-Z]+\/\d+$/.test(path);
  return typeof id === 'string' && typeof name === 'string' && Array.isArray(strips) && strips.every(isStrip);
}

function keep(banks: readonly CustomBank[]): void {
  customBanks.value = banks;
  localStorage.setItem(key, JSON.stringify(banks));
}

/** Returns the id of the new bank. */
export function addBank(name: string): string {
  const taken = new Set(customBanks.peek().map(({ id }) => id));
  let number = 1;
  while (taken.has(`own-${number}`)) number++;
  const id = `own-${number}`;
  keep([...customBanks.peek(), { id, name, strips: [] }].slice(0, mostBanks));
  return id;
}

export function changeBank(id: string, changes: Partial<Pick<CustomBank, 'name' | 'strips'>>): void {
  keep(customBanks.peek().map((bank) => (bank.id === id ? { ...bank, ...changes } : bank)));
}

export function removeBank(id: string): void {
  keep(customBanks.peek().filter((bank) => bank.id !== id));
}

/** Puts a strip at the end of a bank, or takes it out. */
export function toggleStrip(id: string, path: string): void {
  const bank = customBanks.peek().find((each) => each.id === id);
  if (bank === undefined) return;
  const isIn = bank.strips.includes(path);
  const strips = isIn ? bank.strips.filter((each) => each !== path) : [...bank.strips, path].slice(0, mostStrips);
  changeBank(id, { strips });
}
