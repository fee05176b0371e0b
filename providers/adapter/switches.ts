// What is wanted of adapters is told to the drivers: at the start, and with each commit.
import type { Desk, DeskReader, Drivers } from 'rowdesk/provider';
import type { Adapters } from './adapters.ts';

export const pathOf = (id: string) => `/adapter/${encodeURIComponent(id)}`;

export function isEnabled(id: string, desk: DeskReader): boolean {
  return desk.read(pathOf(id)).enabled !== false;
}

export function labelOf(id: string, desk: DeskReader): string {
  const { label } = desk.read(pathOf(id));
  return typeof label === 'string' && label !== '' ? label : id;
}

/** As it is wanted now. */
export function obey(id: string, desk: DeskReader, drivers: Drivers): void {
  drivers.switchOff(id, isEnabled(id, desk) ? undefined : `switched off at ${pathOf(id)}`);
}

export function followSwitches(adapters: Adapters, desk: Desk, drivers: Drivers): () => void {
  for (const { id } of adapters.list()) obey(id, desk, drivers);
  return desk.onCommit((_revision, paths) => {
    for (const { id } of adapters.list()) if (paths.includes(pathOf(id))) obey(id, desk, drivers);
  });
}
