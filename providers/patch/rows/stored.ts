import { follow, Refusal, type Row, view } from 'rowdesk/provider';
import type { Layout, MixerRow } from '../../console/index.ts';
import { patches, patchId, storedPatch } from '../contract.ts';
import type { LivePatch } from '../live-patch.ts';
import type { StoredPatches } from '../stored-patches.ts';

/** The patches that are stored, and each of them. */
export function storedRows(layout: Layout, mixer: MixerRow, stored: StoredPatches, live: LivePatch): readonly Row[] {
  const patchAt = (id: string) => {
    const found = stored.get(id);
    if (found === undefined) throw new Refusal('unknown-row', `The patch ${id} has gone.`, { id });
    return found;
  };
  return [
    view('/patches', {
      summary: 'The patches that are stored',
      fields: patches,
      continuous: true,
      get: () => ({
        items: stored.list().map((patch) => {
          const { id, name, savedAt } = patch;
          return { id, name, savedAt, edges: live.edgesOf(patch).length };
        }),
      }),
      watch: follow(stored),
    }),
    view('/patches/{id}', {
      summary: 'A patch that is stored',
      params: { id: patchId },
      addresses: storedAddresses(stored),
      fields: storedPatch(layout, mixer),
      writable: ['name'],
      continuous: true,
      get: ({ id }) => {
        const patch = patchAt(id);
        return { inserts: [], ...patch, edges: live.edgesOf(patch).map((edge) => edge.id) } as never;
      },
      write: async ({ id }, { name }) => {
        if (name !== undefined) await stored.rename(id, name);
      },
      watch: follow(stored),
    }),
  ];
}

export const storedAddresses = (stored: StoredPatches) => ({
  has: ({ id }: { readonly id: string }) => stored.get(id) !== undefined,
  list: () => stored.list().map(({ id }) => ({ id })),
  watch: (changed: () => void) => stored.onChange(changed),
});
