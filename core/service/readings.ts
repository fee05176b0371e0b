// Rows as GET and PATCH answer them: current values with their version.

import type { Faults } from '../base/fault-log.ts';
import type { AnswerBounds } from '../rows/answer-bounds.ts';
import type { AliasRow } from '../rows/definitions.ts';
import { newestEtag } from '../rows/etag.ts';
import { aliasValue, evaluate, jsonOf, type TaskReader, type ValueReaders } from '../rows/evaluation.ts';
import type { RowRef } from '../rows/row-ref.ts';
import { Recorder } from '../watch/recorder.ts';
import type { EncodedRow, RowReading, RowsDesk } from './row-access.ts';

export interface ReadingsNeeds {
  readonly desk: Pick<RowsDesk, 'etagOf' | 'etagAt'>;
  readonly sources: ValueReaders;
  readonly tasks: TaskReader;
  readonly faults: Faults;
  readonly bounds: AnswerBounds;
}

export class Readings {
  readonly #needs: ReadingsNeeds;

  constructor(needs: ReadingsNeeds) {
    this.#needs = needs;
  }

  /** A promise for asynchronous views only. Throws exceptions of the provider's functions. */
  of(place: RowRef): RowReading | Promise<RowReading> {
    const { desk, sources, tasks, faults, bounds } = this.#needs;
    const { row, path } = place;
    if (row.type === 'alias' && row.writable.length > 0) return this.#ofAlias(row, place);
    const value = bounds.enforce(place, evaluate(place, sources, tasks));
    if (value instanceof Promise) {
      return value.then(
        (later) => ({ path, row: later }),
        (error: unknown) => {
          throw faults.refusal(error, `GET ${path}`);
        },
      );
    }
    return row.type === 'setting' ? { path, row: value, etag: desk.etagAt(place) } : { path, row: value };
  }

  /** As `read`, with the row's JSON if it is cached: for callers that only pass it on. */
  encoded(place: RowRef): EncodedRow | Promise<EncodedRow> {
    const reading = this.of(place);
    if (place.row.type !== 'setting' || reading instanceof Promise) return reading;
    const { path, row, etag } = reading;
    return { path, row, etag, json: jsonOf(place, row) };
  }

  /** The version of an alias is the newest version of the settings that it shows. */
  #ofAlias(row: AliasRow, place: RowRef): RowReading {
    const { desk, sources, bounds } = this.#needs;
    const recorder = new Recorder(sources);
    const value = aliasValue(row, place, sources, recorder);
    bounds.enforce(place, value);
    const etag = newestEtag([...recorder.rowsRead].map((path) => desk.etagOf(path)));
    return { path: place.path, row: value, etag: etag ?? desk.etagAt(place) };
  }
}
