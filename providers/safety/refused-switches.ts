// Strips that should hear their spare and can't go over to it: a warning with the reason for as long as they should.
import type { Log, Warnings } from 'rowdesk/provider';
import { type StripRef, stripName } from '../console/index.ts';
import { sparePath } from './spare-strips.ts';

export class RefusedSwitches {
  readonly #warnings: Warnings;
  readonly #log: Log;
  /** By the warning's id. */
  readonly #reasons = new Map<string, string>();

  constructor(warnings: Warnings, log: Log) {
    this.#warnings = warnings;
    this.#log = log;
  }

  /** One was refused, perhaps again. */
  note(strip: StripRef, error: unknown): void {
    const id = warningId(strip);
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#reasons.get(id) === reason) return;
    this.#reasons.set(id, reason);
    this.#log.error({ err: error, strip }, 'A strip could not go over to its spare');
    this.#warnings.raise({
      id,
      title: `Strip ${stripName(strip)} can't go over to its spare`,
      titleCode: { code: 'spare-refused', params: { kind: strip.kind, index: strip.index } },
      detail: `It is tried again every second: ${reason}`,
      severity: 'alarm',
      path: sparePath(strip),
    });
  }

  /** It went over, or has no reason to any more. */
  forget(strip: StripRef): void {
    if (this.#reasons.delete(warningId(strip))) this.#warnings.clear(warningId(strip));
  }
}

const warningId = ({ kind, index }: StripRef): string => `spare-refused-${kind}-${index}`;
