// The connection of this page to its desk, and its state.
import { batch, signal } from '@preact/signals';
import { Client, type ConnectionStatus } from 'rowdesk/client';
import { actor } from './actor.ts';

/** A desk that hangs is lost after 3 s: `/telemetry/rt` changes each second. */
export const client = new Client(`${location.origin}/api`, {
  actor: actor.peek(),
  intervalMs: 40,
  aliveMs: 2000,
  batch,
});

/** `closed` until something is watched. */
export const connection = signal<ConnectionStatus>(client.status);
/** When the connection was lost, epoch ms; undefined while it is there, or was never. */
export const lostAt = signal<number | undefined>(undefined);
/** True once a connection was open. */
export const wasOpen = signal(false);

client.onStatus((status) => {
  batch(() => {
    connection.value = status;
    if (status.state === 'open') wasOpen.value = true;
    if (status.state === 'open') lostAt.value = undefined;
    else if (wasOpen.peek()) lostAt.value ??= Date.now();
  });
});
