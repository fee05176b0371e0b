// Who watches what.
import { type Token, token } from '../base/token.ts';

/**
 * Who holds something. His are the streams of this actor, and those from this address that name no actor: EventSource
 * sends no headers. '' for no address.
 */
export interface Holder {
  readonly actor: string;
  readonly address: string;
}
/** What rows are watched, and how many watch; and publishing of rows that are not settings. */
export interface Watching {
  /** Watchers per counter (`counts` of a view). */
  counts(): Readonly<Record<string, number>>;
  onCounts(changed: () => void): () => void;
  /**
   * For what a client holds by watching: calls `dropped` once, when the last of the event streams has ended on which he
   * gets this row, its own or one that carries it. Undefined where he watches it on none. The result gives it up.
   */
  hold(path: string, holder: Holder, dropped: () => void): (() => void) | undefined;
}
export const Watching: Token<Watching> = token<Watching>('core.watching');
