// Several levels under one finger, as the members of a DCA: shown is the loudest, and all move by the same amount.
import { computed } from '@preact/signals';
import { type Field, type FieldState, field } from '../desk/field.ts';
import { minimumDb } from '../scale/fader-law.ts';
import { moved, type SendLevel } from './more-me.ts';

/** `paths`: rows with a `levelDb`, at least one. */
export function groupField(paths: readonly string[]): Field<number> {
  const members = paths.map((path) => field<number>(path, 'levelDb'));
  const loudest = (of: 'shown' | 'confirmed') => Math.max(...members.map((each) => each[of].value ?? minimumDb));
  const first = members[0] as Field<number>;
  let start: readonly SendLevel[] | undefined;
  const levels = () => members.map(({ path, shown }) => ({ path, levelDb: shown.peek() ?? minimumDb, isMe: false }));
  const states: readonly FieldState[] = ['stale', 'refused', 'pending'];
  return {
    path: first.path,
    name: first.name,
    shown: computed(() => loudest('shown')),
    confirmed: computed(() => loudest('confirmed')),
    state: computed(() => {
      const now = members.map(({ state }) => state.value);
      return states.find((state) => now.includes(state)) ?? 'confirmed';
    }),
    refusal: computed(() => members.map(({ refusal }) => refusal.value).find((text) => text !== '') ?? ''),
    isHeld: first.isHeld,
    hold() {
      start = levels();
      for (const each of members) each.hold();
    },
    move(levelDb) {
      const from = start ?? levels();
      const stepDb = levelDb - Math.max(...from.map((each) => each.levelDb));
      for (const each of moved(from, stepDb)) field<number>(each.path, 'levelDb').move(each.levelDb);
    },
    release() {
      start = undefined;
      for (const each of members) each.release();
    },
  };
}
