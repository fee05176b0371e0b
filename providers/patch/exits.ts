// Where sound leaves the desk beside the outputs of the patch: the cue, where there is one. It belongs to no patch.
import type { DeskReader } from 'rowdesk/provider';
import type { OutputItem } from './contract.ts';
import { legInTurn } from './legs.ts';

export const cuePath = '/cue';
const cue = { kind: 'cue', index: 1 } as const;

export const isExit = (path: string): boolean => path === cuePath;

/** Left and right in turn; a last port without a partner plays both. */
export function exitItems(desk: DeskReader): readonly OutputItem[] {
  const ports = desk.has(cuePath) ? (desk.read(cuePath).outputs as readonly string[]) : [];
  return ports.map((portId, place) => ({ strip: cue, leg: legInTurn(place, ports.length), portId, levelDb: 0 }));
}
