// Which revisions a target has settled: a revision is settled once each of its values is applied, unverified or refused.

import type { FieldStatus } from './field-status.ts';

export class SettledRevisions {
  /** Values whose newest revision is not settled. Continuous rows never are among them: nobody waits for those. */
  readonly #unsettled = new Set<FieldStatus>();

  /** The last revision that is settled with all before it; `newest` when all are. */
  upTo(newest: number): number {
    let settled = newest;
    for (const { unsettledFrom } of this.#unsettled) settled = Math.min(settled, unsettledFrom - 1);
    return settled;
  }

  /** A value is desired as of `revision`. An older value that is still on its way keeps its own revision open. */
  begin(status: FieldStatus, revision: number): void {
    if (status.unsettledFrom > status.revision) status.unsettledFrom = revision;
    status.revision = revision;
    if (!status.desired.isContinuous) this.#unsettled.add(status);
  }

  /** The target has applied `revision`: values of the field from before the newest were applied on the way. */
  passed(status: FieldStatus, revision: number): void {
    if (revision >= status.unsettledFrom && revision < status.revision) status.unsettledFrom = revision + 1;
  }

  settle(status: FieldStatus): void {
    status.unsettledFrom = status.revision + 1;
    this.#unsettled.delete(status);
  }

  /** The value is desired no more. */
  drop(status: FieldStatus): void {
    this.#unsettled.delete(status);
  }
}
