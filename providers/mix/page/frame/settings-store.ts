// What this device's user has chosen for it: theme, and what panic mutes.
import { effect, signal } from '@preact/signals';

export const themes = ['system', 'dark', 'light'] as const;
export type Theme = (typeof themes)[number];
export const panicScopes = ['all', 'mains'] as const;
export type PanicScope = (typeof panicScopes)[number];

const stored = <T extends string>(key: string, choices: readonly T[]) => {
  const kept = localStorage.getItem(key) as T | null;
  const chosen = signal<T>(kept !== null && choices.includes(kept) ? kept : (choices[0] as T));
  effect(() => localStorage.setItem(key, chosen.value));
  return chosen;
};

export const theme = stored<Theme>('rowdesk.theme', themes);
export const panicScope = stored<PanicScope>('rowdesk.panic', panicScopes);
