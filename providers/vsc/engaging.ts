// What may be loaded and engaged, and when.
import { type Audio, type CommitValidator, type DeskReader, type ObservedReader, Refusal } from 'rowdesk/provider';
import type { TakeLibrary } from '../takes/index.ts';
import { type Settings, settingsPath } from './contract.ts';

export interface EngagingNeeds {
  readonly audio: Pick<Audio, 'clock'>;
  readonly library: Pick<TakeLibrary, 'has' | 'get'>;
  readonly observed: ObservedReader;
}

export const settingsOf = (desk: DeskReader): Settings => desk.read(settingsPath) as unknown as Settings;

/** Refuses loads and engagements: 409 with a reason while a take is recorded, 422 for a take that is not there. */
export function engagingValidator(needs: EngagingNeeds): CommitValidator {
  return (after, before, paths) => {
    if (!paths.includes(settingsPath)) return;
    const [now, then] = [settingsOf(after), settingsOf(before)];
    const isLoading = now.takeId !== then.takeId && now.takeId !== '';
    const isEngaging = now.engaged && !then.engaged;
    if (now.engaged && now.takeId === '') {
      const words = isEngaging ? 'Nothing is loaded: takeId names a take' : 'The take stays loaded while it is engaged';
      throw new Refusal('conflict', `${words}.`, { reason: 'no-take' });
    }
    if (!isLoading && !isEngaging) return;
    checkRecording(needs.observed);
    checkTake(now.takeId, needs);
  };
}

function checkRecording(observed: ObservedReader): void {
  if (observed.read('/record', 'state')?.value !== 'recording') return;
  const takeId = observed.read('/record', 'takeId')?.value;
  throw new Refusal('conflict', `A take is being recorded (${takeId}); stop it first by /record/stop.`, {
    reason: 'recording',
  });
}

function checkTake(takeId: string, { audio, library }: EngagingNeeds): void {
  if (!library.has(takeId)) {
    const message = `There is no take ${takeId}`;
    throw new Refusal('invalid-fields', `${message}.`, {}, [
      { field: 'takeId', code: 'unknown-item', message, params: {} },
    ]);
  }
  const take = library.get(takeId);
  if (take === undefined) return;
  if (take.state === 'damaged') {
    throw new Refusal('conflict', `The take ${takeId} is damaged: ${take.problem}`, { reason: 'damaged' });
  }
  const { rate } = audio.clock;
  if (rate === 0 || take.rate === rate) return;
  throw new Refusal('conflict', `The take ${takeId} has ${take.rate} Hz, and the desk runs at ${rate} Hz.`, {
    ...{ reason: 'rate', takeHz: take.rate, deskHz: rate },
  });
}
