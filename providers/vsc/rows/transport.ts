import { type Row, type Time, view } from 'rowdesk/provider';
import { player as playerFields, transport, transportPath } from '../contract.ts';
import { settingsOf } from '../engaging.ts';
import type { Player } from '../player.ts';
import { playerState } from '../player-state.ts';

/** The position of a play is published this often to its watchers. */
const positionMs = 100;

export interface TransportNeeds {
  readonly player: Player;
  readonly time: Time;
  readonly absentReason: () => string;
}

/** `/vsc/transport`: the player as it is. */
export function transportRow({ player, time, absentReason }: TransportNeeds): Row {
  return view(transportPath, {
    summary: 'Where the player is in the take, and what it does; /vsc has it too',
    fields: { ...transport, ...playerFields },
    writable: ['transport', 'positionS'],
    get: (_at, desk, observed) => playerState(observed, settingsOf(desk), time.now(), absentReason) as never,
    write: (_at, change) => player.move(change),
    watch: (_at, changed) => time.every(positionMs, changed),
  });
}

/** For rows that show the position: ten times a second, for as long as one is watched. */
export const followPosition = (time: Time) => (_at: unknown, changed: () => void) => time.every(positionMs, changed);
