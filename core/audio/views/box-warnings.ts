// Warnings about boxes of which a half is missing. Pure.
import type { Box } from '../../services.ts';
import { type AudioSnapshot, audioProcess } from '../processes/audio-snapshot.ts';
import { type Raised, warning } from './raised-warning.ts';

/** A process that has not begun yet may have the other half. */
export function ofBoxes(snapshot: AudioSnapshot, boxes: readonly Box[]): Raised[] {
  const isBeginning = snapshot.processes.some(({ status, lastCrash }) => status === undefined && !lastCrash);
  if (isBeginning || (audioProcess(snapshot)?.status?.plan ?? 0) === 0) return [];
  return boxes.flatMap((box): Raised[] => {
    const { id, label, missing, reason } = box;
    if (missing === '') return [];
    const half = missingHalf(box);
    const title = missing === 'audio' ? `${label} has no sound` : `The preamps of ${label} can not be reached`;
    const stays = missing === 'audio' ? 'Its preamps can still be set.' : 'Its sound goes on as it is.';
    const raised = warning(`half-box-${id}`, 'half-box', title, `${reason}. ${stays}`, { id, missing, half });
    return [{ ...raised, device: id }];
  });
}

/** The id of the device that is missing; '' for a whole box, and where it is not known. */
export function missingHalf({ missing, audio, control }: Box): string {
  if (missing === '') return '';
  return (missing === 'audio' ? audio?.id : control?.id) ?? '';
}
