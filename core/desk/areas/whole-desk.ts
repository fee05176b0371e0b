// All that the desk has stored, and its replacement in one commit.

import type { Faults } from '../../base/fault-log.ts';
import { isRefusal, Refusal, withoutStack } from '../../base/refusals.ts';
import { atOnce, inTurns, nextTurn, type Steps } from '../../base/steps.ts';
import { contractOf } from '../../rows/contract.ts';
import type { Fields } from '../../rows/definitions.ts';
import { type Registry, unknownRow } from '../../rows/registry.ts';
import type { SettingPlace } from '../../rows/row-ref.ts';
import { settingAt } from '../../rows/setting-at.ts';
import type {
  DeskSnapshot,
  KeptRow,
  Replaced,
  Replacement,
  ReplacementOptions,
  ReplacementPlan,
  UnfitValue,
  WholeDesk,
} from '../../services.ts';
import type { Store } from '../../store/store.ts';
import type { DeskCore } from '../desk.ts';
import { planInSteps } from './plan.ts';
import { nameOf } from './requested-changes.ts';

/** Rows that are looked at between two steps, and how often a plan that the desk overtakes is made in turns. */
const rowsPerStep = 128;
const mostTries = 3;

interface Value {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
}

export interface WholeDeskNeeds {
  readonly desk: DeskCore;
  readonly registry: Registry;
  readonly store: Pick<Store, 'backUp'>;
  readonly faults: Faults;
}

export class StoredDesk implements WholeDesk {
  readonly #needs: WholeDeskNeeds;

  constructor(needs: WholeDeskNeeds) {
    this.#needs = needs;
  }

  snapshot(): DeskSnapshot {
    const { desk } = this.#needs;
    const rows: KeptRow[] = [];
    for (const path of desk.kept.paths()) {
      const fields = this.#storedAt(path);
      if (Object.keys(fields).length > 0) rows.push({ path, version: desk.kept.versionOf(path), fields });
    }
    return { revision: desk.revision, rows, documents: desk.documents.all() };
  }

  async plan(rows: readonly KeptRow[], options: ReplacementOptions): Promise<ReplacementPlan> {
    const { desk } = this.#needs;
    for (let tries = 0; tries < mostTries; tries++) {
      const { state } = desk;
      const plan = await inTurns(this.#plan(rows, options));
      if (desk.state === state) return plan;
    }
    // A desk that is never at rest.
    return atOnce(this.#plan(rows, options));
  }

  *#plan(rows: readonly KeptRow[], { actor, stays }: ReplacementOptions): Steps<ReplacementPlan> {
    const { desk, faults } = this.#needs;
    let looked = 0;
    const unfit: UnfitValue[] = [];
    const waiting: KeptRow[] = [];
    const values: Value[] = [];
    const resets: Value[] = [];
    const given = new Map(rows.map((row) => [row.path, row]));
    for (const row of rows) {
      if (++looked % rowsPerStep === 0) yield;
      const place = settingAt(this.#needs.registry, row.path);
      const fields = place === undefined ? withoutStack(() => unknownRow(row.path)) : this.#fieldsFor(place, row);
      if (place === undefined) waiting.push(row);
      if (fields instanceof Refusal) unfit.push({ path: row.path, field: '', refusal: fields });
      else if (place !== undefined) this.#collect(place, fields, stays, values, resets);
    }
    for (const path of [...desk.kept.paths()]) {
      if (given.has(path)) continue;
      if (++looked % rowsPerStep === 0) yield;
      const place = settingAt(this.#needs.registry, path);
      if (place !== undefined) this.#collect(place, {}, stays, values, resets);
      else waiting.push({ path, version: desk.kept.versionOf(path), fields: {} });
    }
    const plan = yield* planInSteps([...resets, ...values], {
      ...{ desk, faults, actor, isWhole: true },
      locate: (path) => settingAt(this.#needs.registry, path),
      areaOf: () => undefined,
    });
    const locked = plan.blocked.find(({ refusal }) => refusal.code === 'console-locked');
    if (locked !== undefined) throw locked.refusal;
    // A value of a plugin that goes has no default to return to.
    const wanted = new Set(values.map(({ path, field }) => nameOf(path, field)));
    unfit.push(...plan.blocked.filter(({ path, field }) => wanted.has(nameOf(path, field))));
    return { changes: plan.changes, effect: plan.effect, unfit, waiting };
  }

  async backUp(): Promise<void> {
    if (await this.#needs.desk.isStored()) return this.#needs.store.backUp();
    const reason = 'the store can not be written now';
    throw new Refusal('store-unavailable', `The desk can not be replaced: ${reason}.`, { reason });
  }

  replace({ rows, documents, label, also, actor, stays }: Replacement): Promise<Replaced> {
    const { desk } = this.#needs;
    const kept = new Set(documents.map(({ kind, id }) => `${kind} ${id}`));
    const dropped = desk.documents.all().filter(({ kind, id }) => !kept.has(`${kind} ${id}`));
    return desk.documents.beside({ put: documents, delete: dropped }, async (change) => {
      for (let tries = 0; ; tries++) {
        const isLast = tries === mostTries;
        const plan = isLast ? atOnce(this.#plan(rows, { actor, stays })) : await this.plan(rows, { actor, stays });
        const request = { actor, label, changes: [...plan.changes, ...also], apart: true };
        try {
          if (!isLast) {
            // The checks have turns of their own, before that of the commit.
            await nextTurn();
            const { revision } = desk;
            await desk.prepare(request);
            await nextTurn();
            if (desk.revision !== revision) continue;
          }
          const { revision, saved } = desk.commitNow(request, undefined, { ...change, waiting: plan.waiting });
          return { ...plan, revision, durable: await saved };
        } catch (error) {
          // The desk has changed since the plan.
          if (isLast || !isRefusal(error)) throw error;
        }
      }
    });
  }

  /** Without what is momentary. */
  #storedAt(path: string): Fields {
    const { desk, faults } = this.#needs;
    const kept = desk.kept.keptAt(path);
    const place = settingAt(this.#needs.registry, path);
    if (place === undefined) return kept;
    try {
      const { fields } = contractOf(place, desk, desk.observed);
      return Object.fromEntries(Object.entries(kept).filter(([name]) => fields.get(name)?.life !== 'momentary'));
    } catch (error) {
      faults.note(error, `what is stored at ${path}`);
      return kept;
    }
  }

  /** The row's fields in the version of this desk, or why there is none. */
  #fieldsFor({ row }: SettingPlace, { path, version, fields }: KeptRow): Fields | Refusal {
    if (version > row.version) {
      const words = `${path} is of version ${version}, which a newer rowdesk has; this one knows ${row.version}.`;
      return withoutStack(() => new Refusal('conflict', words, { reason: 'newer-row', version }));
    }
    if (version === row.version || row.migrate === undefined) return fields;
    try {
      return { ...row.migrate(fields, version) };
    } catch (error) {
      return this.#needs.faults.refusal(error, `moving ${path} up from version ${version}`);
    }
  }

  /** `values`: what the row is to have; `resets`: what returns to its default. */
  #collect(
    place: SettingPlace,
    fields: Fields,
    stays: ReplacementOptions['stays'],
    values: Value[],
    resets: Value[],
  ): void {
    const { desk, faults } = this.#needs;
    const { path } = place;
    try {
      const contract = contractOf(place, desk, desk.observed).fields;
      const isOurs = (name: string) => contract.get(name)?.life !== 'momentary' && !stays(path, name);
      for (const [field, value] of Object.entries(fields)) if (isOurs(field)) values.push({ path, field, value });
      for (const field of Object.keys(desk.kept.keptAt(path))) {
        const own = contract.get(field);
        if (own?.access !== 'rw' || Object.hasOwn(fields, field) || !isOurs(field)) continue;
        resets.push({ path, field, value: own.default });
      }
    } catch (error) {
      faults.note(error, `what is stored at ${path}`);
    }
  }
}
