// The connection of this page to its desk, and its state.
import { signal } from '@preact/signals';
import { Client, type ConnectionStatus } from 'rowdesk/client';
import { actor } from './actor.ts';

export const client = new Client(`${location.origin}/api`, { actor: actor.peek(), intervalMs: 40 });

/** `closed` until something is watched. */
export const connection = signal<ConnectionStatus>(client.status);
client.onStatus((status) => {
  connection.value = status;
});
