// Actions of the player: play, pause, stop, and going to a position.
import { type Audio, type Desk, Refusal, type Time, until } from 'rowdesk/provider';
import { playerTarget, settingsPath, transportPath } from './contract.ts';
import { settingsOf } from './engaging.ts';

/** How long a take that was just named may take to be loaded. */
const mostLoadMs = 3_000;

export interface PlayerNeeds {
  readonly audio: Pick<Audio, 'call'>;
  readonly desk: Desk;
  readonly time: Time;
}

interface Move {
  readonly transport?: unknown;
  readonly positionS?: unknown;
}

export class Player {
  readonly #needs: PlayerNeeds;

  constructor(needs: PlayerNeeds) {
    this.#needs = needs;
  }

  /** Goes to the position first. Rejects with Refusal, where the player refuses with its reason. */
  async move({ transport, positionS }: Move): Promise<void> {
    if (transport === undefined && positionS === undefined) return;
    const { audio, desk } = this.#needs;
    const { takeId, engaged } = settingsOf(desk);
    if (takeId === '') throw new Refusal('conflict', 'No take is loaded: takeId names one.', { reason: 'no-take' });
    if (transport === 'play' && !engaged) {
      throw new Refusal('conflict', 'Strips hear their sources: engaged comes before play.', { reason: 'not-engaged' });
    }
    await this.#untilLoaded(takeId);
    // A stop goes to the begin: the position that came with it counts.
    const isStop = transport === 'stop';
    if (isStop) await audio.call(playerTarget, 'transport', { transport });
    if (positionS !== undefined) await audio.call(playerTarget, 'seek', { positionS });
    if (transport !== undefined && !isStop) await audio.call(playerTarget, 'transport', { transport });
  }

  /** Pauses the take at the end of a soundcheck, once the strips hear their sources. Until the returned function is called. */
  follow(): () => void {
    const { audio, desk } = this.#needs;
    let { engaged } = settingsOf(desk);
    return desk.onCommit((_revision, paths) => {
      if (!paths.includes(settingsPath)) return;
      const was = engaged;
      engaged = settingsOf(desk).engaged;
      const isPlaying = desk.observed.read(transportPath, 'transport')?.value === 'play';
      if (!was || engaged || !isPlaying) return;
      // A player that is absent plays nothing.
      audio.call(playerTarget, 'transport', { transport: 'pause' }).catch(() => {});
    });
  }

  async #untilLoaded(takeId: string): Promise<void> {
    const { desk, time } = this.#needs;
    // Without a player nothing is waited for: its call says why.
    if (desk.observed.read(transportPath, 'transport') === undefined) return;
    const isJudged = () => {
      const taken = desk.observed.read(settingsPath, 'takeId');
      const isDone = taken?.value === takeId && desk.observed.read(transportPath, 'loaded')?.value === true;
      // Also for a take that the player refuses: its call says why.
      return isDone || taken?.state === 'refused';
    };
    await until(isJudged, { sources: [desk.observed], time, timeoutMs: mostLoadMs });
  }
}
