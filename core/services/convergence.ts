// How far the observed state of targets agrees with the desired state.
import { type Token, token } from '../base/token.ts';

/** Convergence as /telemetry/convergence shows it. */
export interface Correction {
  /** ISO 8601 */
  readonly at: string;
  readonly path: string;
  readonly field: string;
  readonly wanted: unknown;
  readonly observed: unknown;
  readonly target: string;
  readonly outcome: 'corrected' | 'refused' | 'unverified';
}
/**
 * Fields that stay a target's own (`keptByTarget: true` in their schema): the target was there, could not say the value, and no
 * commit has set it. Nothing is written to them, and the value that their row shows is a default.
 */
export interface OwnFields {
  has(path: string, field: string): boolean;
  /** Such fields came or went. */
  onChange(listener: () => void): () => void;
}
export interface Convergence {
  readonly heartbeatMs: number;
  readonly barrier: number;
  readonly corrections: number;
  /** The last corrections, newest first. */
  entries(): readonly Correction[];
  /**
   * When a target was asked for the newest answer that it has given, monotonic milliseconds: what it reports is not older.
   * Undefined for an absent target, and for one that has not answered since it appeared.
   */
  askedMs(target: string): number | undefined;
  readonly own: OwnFields;
  onBeat(listener: () => void): () => void;
}
export const Convergence: Token<Convergence> = token<Convergence>('core.convergence');
