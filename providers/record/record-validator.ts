// What must not change while a take is recorded: its tracks and its files.
import { type CommitValidator, isSameJson, Refusal } from 'rowdesk/provider';
import { ofMixer, recordPath } from './contract.ts';

const fixed = [...ofMixer, 'fileFormat', 'bitDepth'] as const;

/** Refuses (409) commits to the choice of tracks and to the format. `recording`: what is recorded, for people. */
export function recordValidator(recording: () => string | undefined): CommitValidator {
  return (after, before, paths) => {
    if (!paths.includes(recordPath)) return;
    const [now, then] = [after.read(recordPath), before.read(recordPath)];
    const changed = fixed.filter((field) => !isSameJson(now[field], then[field]));
    if (changed.length === 0) return;
    const what = recording();
    if (what === undefined) return;
    const words = `${changed.join(' and ')} can not change now: ${what} is being recorded`;
    throw new Refusal('conflict', `${words}; stop it first by /record/stop.`, { reason: 'recording' });
  };
}
