// Patches that were stored, each whole.
import { type Documents, documentCheck, type Fields, Type } from 'rowdesk/provider';
import type { InputItem, OutputItem } from './contract.ts';
import type { InsertItem } from './insert-contract.ts';
import type { PatchContent } from './live-patch.ts';

const kind = 'patch';

export interface StoredPatch extends PatchContent {
  readonly id: string;
  readonly name: string;
  readonly savedAt: string;
}

/** What every document of this kind must be at least; what another version wrote besides is kept. */
const strip = Type.Object({ kind: Type.String(), index: Type.Integer() });
const Body = Type.Object({
  name: Type.String(),
  savedAt: Type.String(),
  inputs: Type.Array(Type.Object({ strip, leg: Type.Optional(Type.String()), sourceId: Type.String() })),
  outputs: Type.Array(Type.Object({ strip, leg: Type.String(), portId: Type.String(), levelDb: Type.Number() })),
  // Patches of before there were inserts have none.
  inserts: Type.Optional(Type.Array(Type.Object({ strip, insert: Type.String(), sendPortId: Type.String() }))),
});

const isPatch = documentCheck(Body);

export class StoredPatches {
  readonly #documents: Documents;
  readonly #fingerprints = new WeakMap<Fields, string>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  list(): readonly StoredPatch[] {
    return this.#documents
      .list(kind)
      .filter(({ body }) => isPatch(body))
      .map(({ id, body }) => ({ id, ...body }) as unknown as StoredPatch);
  }

  get(id: string): StoredPatch | undefined {
    const body = this.#documents.get(kind, id)?.body;
    return body !== undefined && isPatch(body) ? ({ id, ...body } as unknown as StoredPatch) : undefined;
  }

  /** Under this name, else under that which it has in its turn. */
  put(
    id: string,
    name: string,
    { savedAt, inputs, outputs, inserts = [] }: Omit<StoredPatch, 'id' | 'name'>,
  ): Promise<void> {
    return this.#documents.inTurn((write) => {
      const body = { name: name || (this.get(id)?.name ?? id), savedAt, inputs, outputs, inserts };
      return write({ put: [{ kind, id, body }] });
    });
  }

  /** Of the one that is there in its turn; of none where it has gone. */
  rename(id: string, name: string): Promise<void> {
    return this.#documents.inTurn((write) => {
      const body = this.#documents.get(kind, id)?.body;
      return write(body === undefined ? {} : { put: [{ kind, id, body: { ...body, name } }] });
    });
  }

  delete(id: string): Promise<void> {
    return this.#documents.delete(kind, id);
  }

  onChange(changed: () => void): () => void {
    return this.#documents.onChange((changedKind) => {
      if (changedKind === kind) changed();
    });
  }

  /** One of them is this patch. */
  holds(content: PatchContent): boolean {
    const wanted = fingerprint(content);
    return this.#documents.list(kind).some(({ body }) => {
      const known = this.#fingerprints.get(body);
      if (known !== undefined) return known === wanted;
      if (!isPatch(body)) return false;
      const made = fingerprint(body as unknown as PatchContent);
      this.#fingerprints.set(body, made);
      return made === wanted;
    });
  }

  isSamePatch(a: PatchContent, b: PatchContent): boolean {
    return fingerprint(a) === fingerprint(b);
  }
}

/** The order of edges says nothing. */
function fingerprint({ inputs, outputs, inserts = [] }: PatchContent): string {
  const ofInput = ({ strip, leg = 'left', sourceId, spareSourceId = '' }: InputItem) =>
    JSON.stringify([strip.kind, strip.index, leg, sourceId, spareSourceId]);
  const ofOutput = ({ strip, leg, portId, levelDb }: OutputItem) =>
    JSON.stringify([strip.kind, strip.index, leg, portId, levelDb]);
  const ofInsert = ({ strip, insert, leg = 'left', sendPortId, returnPortId }: InsertItem) =>
    JSON.stringify([strip.kind, strip.index, insert, leg, sendPortId, returnPortId]);
  return JSON.stringify([inputs.map(ofInput).sort(), outputs.map(ofOutput).sort(), inserts.map(ofInsert).sort()]);
}
