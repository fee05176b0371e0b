// Fields that the desk has of targets which keep them by themselves, stored beside the settings.

import { isSameJson } from '../base/json.ts';
import type { DeskCore } from '../desk/desk.ts';
import type { Log } from '../services.ts';

const [kind, id] = ['target', 'known'];
/** The newest stay: a target that was dropped gives its values to the desk again. */
const mostTargets = 256;
const mostNames = 4096;

interface StoredNames {
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly before?: readonly string[];
}

export interface KnownTargetsNeeds {
  readonly desk: Pick<DeskCore, 'documents' | 'isNew' | 'kept'>;
  readonly log: Log;
}

export class KnownTargets {
  readonly #needs: KnownTargetsNeeds;
  /** Keys of fields by target; the newest target last. */
  readonly #fields: Map<string, Set<string>>;
  /** Names in a store that was made before targets were noted: a target with such a name is known. */
  readonly #before: ReadonlySet<string>;

  /** After the desk is open. */
  constructor(needs: KnownTargetsNeeds) {
    this.#needs = needs;
    const { fields = {}, before } = (needs.desk.documents.get(kind, id)?.body ?? {}) as StoredNames;
    this.#fields = new Map(Object.entries(fields).map(([target, keys]) => [target, new Set(keys)]));
    this.#before = new Set(before ?? (needs.desk.isNew ? [] : namesIn(needs.desk.kept)));
    if (before === undefined) this.keep();
    needs.desk.documents.onChange((changed) => {
      if (changed === kind) this.#join();
    });
  }

  has(target: string, key: string): boolean {
    return this.#fields.get(target)?.has(key) === true || this.#before.has(target.slice(target.indexOf(':') + 1));
  }

  /** Until the next start; `keep` stores it. */
  add(target: string, keys: readonly string[]): void {
    const known = this.#fields.get(target) ?? new Set();
    for (const key of keys) known.add(key);
    this.#fields.set(target, known);
    for (const oldest of this.#fields.keys()) {
      if (this.#fields.size <= mostTargets) break;
      this.#fields.delete(oldest);
    }
  }

  delete(target: string, keys: readonly string[]): void {
    for (const key of keys) this.#fields.get(target)?.delete(key);
  }

  /** Stores what is known. After a failed write the next one has everything. */
  keep(): void {
    this.#needs.desk.documents
      .put(kind, id, { fields: this.#names(), before: [...this.#before] })
      .catch((error: unknown) => {
        this.#needs.log.warn({ err: error }, 'Which boxes the desk has had is not stored');
      });
  }

  #names(): Required<StoredNames>['fields'] {
    return Object.fromEntries([...this.#fields].map(([target, keys]) => [target, [...keys]]));
  }

  /** The whole desk was replaced: its values hold for the targets of both. A write of its own has what is known. */
  #join(): void {
    const { fields = {} } = (this.#needs.desk.documents.get(kind, id)?.body ?? {}) as StoredNames;
    for (const [target, keys] of Object.entries(fields)) this.add(target, keys);
    if (!isSameJson(fields, this.#names())) this.keep();
  }
}

/** Segments of addresses, and ids of devices in values (`ucx2:in-1`). */
function namesIn(kept: DeskCore['kept']): readonly string[] {
  const names = new Set<string>();
  for (const path of kept.paths()) {
    for (const name of path.split('/')) names.add(name);
    for (const value of Object.values(kept.keptAt(path))) {
      const [name, ...rest] = typeof value === 'string' ? value.split(':') : [];
      if (name !== undefined && rest.length > 0) names.add([name, ...rest.slice(0, -1)].join(':'));
    }
  }
  return [...names].slice(0, mostNames);
}
