// What OPTIONS says of rows, asked once a connection: a plugin that comes changes what its row allows.
import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Contract } from 'rowdesk/client';
import { client, connection } from './client.ts';

const contracts = new Map<string, Signal<Contract | undefined>>();

/** Undefined until the desk has answered, and for a row that is not there. */
export function contractOf(path: string): ReadonlySignal<Contract | undefined> {
  const there = contracts.get(path) ?? signal<Contract | undefined>(undefined);
  if (!contracts.has(path)) {
    contracts.set(path, there);
    ask(path, there);
  }
  return there;
}

function ask(path: string, into: Signal<Contract | undefined>): void {
  client.options(path).then(
    (contract) => {
      into.value = contract;
    },
    () => {
      contracts.delete(path);
    },
  );
}

effect(() => {
  if (connection.value.state !== 'open') return;
  for (const [path, there] of contracts) ask(path, there);
});
