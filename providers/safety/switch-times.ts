// When strips went over to their spares. Kept beside the settings: nobody sets it.
import type { Documents, Log } from 'rowdesk/provider';
import type { StripRef } from '../console/index.ts';

const kind = 'spare';
const idOf = ({ kind: of, index }: StripRef): string => `${of}-${index}`;

export class SwitchTimes {
  readonly #documents: Documents;
  readonly #log: Log;
  /** Of this run, also while nothing can be stored. */
  readonly #times = new Map<string, string>();

  constructor(documents: Documents, log: Log) {
    this.#documents = documents;
    this.#log = log;
  }

  /** ISO 8601; '' for never. */
  of(strip: StripRef): string {
    const id = idOf(strip);
    const stored = this.#documents.get(kind, id)?.body.switchedAt;
    return this.#times.get(id) ?? (typeof stored === 'string' ? stored : '');
  }

  set(strip: StripRef, switchedAt: string): void {
    const id = idOf(strip);
    this.#times.set(id, switchedAt);
    this.#documents
      .put(kind, id, { switchedAt })
      .catch((err: unknown) => this.#log.warn({ err }, 'When a strip went over to its spare is not stored'));
  }
}
