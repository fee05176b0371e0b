// What the tree says of a row: its contract, and its values.
import { type Contract, Refused, type Row } from 'rowdesk/client';
import type { TemplateRow } from '../address-lists.ts';
import type { DeskRows } from '../desk-rows.ts';

export interface Facts {
  readonly contract: Contract;
  /** Undefined where the values are computed for watchers only. */
  readonly row: Row | undefined;
}

/** Of one answer. Rows of a template whose contract is always the same are asked for it once. */
export class FactsOfRows {
  readonly #rows: DeskRows;
  readonly #contracts = new Map<string, Promise<Contract | undefined>>();

  constructor(rows: DeskRows) {
    this.#rows = rows;
  }

  /** Undefined for a row that has gone meanwhile. Rejects with Unreachable. */
  async of(path: string, template: TemplateRow): Promise<Facts | undefined> {
    const [contract, row] = await Promise.all([
      this.#contract(path, template),
      template.onDemand ? undefined : this.#row(path),
    ]);
    return contract === undefined ? undefined : { contract: { ...contract, path }, row };
  }

  #contract(path: string, { template, live }: TemplateRow): Promise<Contract | undefined> {
    if (live) return this.#rows.contract(path);
    const known = this.#contracts.get(template) ?? this.#rows.contract(path);
    this.#contracts.set(template, known);
    return known;
  }

  async #row(path: string): Promise<Row | undefined> {
    try {
      return await this.#rows.read(path);
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }
}
