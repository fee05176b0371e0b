// Whose key this page has, on a desk with keys: what the key may not do is not offered. The desk decides, not the page.
import { signal } from '@preact/signals';
import { client } from './client.ts';
import { link } from './link.ts';

export type Role = 'none' | 'view' | 'mix' | 'run';

export interface Holder {
  readonly name: string;
  readonly role: Role;
  /** The only bus that may be written, `mix/3`. */
  readonly bus: string | null;
}

/** Undefined on a desk without keys, and until the desk has said it: everything is offered then. */
export const holder = signal<Holder | undefined>(undefined);
/** The link that the page was opened with is used or too old. */
export const isLinkSpent = signal(false);

/** True if a key of this role may do it, and the key of this page is none of one bus. */
export function isOffered(role: 'mix' | 'run'): boolean {
  const own = holder.value;
  return own === undefined || own.role === 'run' || (own.role === role && own.bus === null);
}

/** Exchanges the link for the cookie of this page. Resolves in any case: without a cookie the desk says what is missing. */
export async function useLink(): Promise<void> {
  if (link === '') return;
  const headers = { 'content-type': 'application/json' };
  const answer = await ask('/api/access', { method: 'POST', headers, body: JSON.stringify({ link }) });
  if (answer?.ok) holder.value = (await answer.json()) as Holder;
  else isLinkSpent.value = answer?.status === 401;
}

/** Asks whose key it is, now and after each time without a desk: keys come and go while it plays. */
export async function findHolder(): Promise<void> {
  client.onReconnect(() => void look());
  // The key was withdrawn; or a proxy refuses, which the frame says.
  client.onStatus(({ error }) => {
    if ((error as { readonly status?: number } | undefined)?.status === 401) void look();
  });
  if (holder.peek() === undefined) await look();
}

async function look(): Promise<void> {
  const links = await ask('/api', { headers: { accept: 'application/json' } });
  if (links === undefined) return;
  const hasKeys = links.ok ? 'access' in ((await links.json()) as object) : links.status === 401;
  const answer = hasKeys ? await ask('/api/access') : undefined;
  if (answer?.ok) holder.value = (await answer.json()) as Holder;
  else if (!hasKeys) holder.value = undefined;
}

const ask = (path: string, asked?: RequestInit) => fetch(path, asked).catch(() => undefined);
