import { Refusal, type Row, task } from 'rowdesk/provider';
import { type Layout, type StripRef, stripName } from '../../console/index.ts';
import { type ApplyNeeds, applyHeld, differenceTo } from '../applying.ts';
import { patchId, type SourceKind, sourceLegs } from '../contract.ts';
import type { PatchContent } from '../live-patch.ts';
import { missingIn } from '../missing.ts';
import type { StoredPatches } from '../stored-patches.ts';
import { storedAddresses } from './stored.ts';

/** `/patches/{id}/apply`: the whole patch, in one commit. */
export function applyRow(layout: Layout, stored: StoredPatches, needs: ApplyNeeds): Row {
  return task('/patches/{id}/apply', {
    summary: 'Makes a stored patch the patch of the desk; what it touches is silent meanwhile',
    params: { id: patchId },
    addresses: storedAddresses(stored),
    run: async ({ id }, _extra, { actor, progress }) => {
      const patch = stored.get(id);
      if (patch === undefined) {
        throw new Refusal('conflict', `There is no stored patch ${id}.`, { reason: 'patch-gone', id });
      }
      const fits = ({ strip }: { readonly strip: StripRef }) => layout.has(strip.kind, strip.index);
      const content: PatchContent = {
        inputs: patch.inputs.filter((item) => fits(item) && Object.hasOwn(sourceLegs, item.strip.kind as SourceKind)),
        outputs: patch.outputs.filter(fits),
        inserts: (patch.inserts ?? []).filter(fits),
      };
      const whole = needs.live.edgesOf(patch);
      const known = needs.live.edgesOf(content);
      const difference = differenceTo(content, needs);
      progress(0, difference.applied.length + difference.removed.length, 'muted');
      const { durable, isConfirmed, wereMuted } = await applyHeld(difference, `Patch ${patch.name}`, actor, needs);
      const stripless = whole
        .filter((edge) => !known.some(({ id: other }) => other === edge.id))
        .map(({ id: edge, strip }) => ({ edge, reason: `the desk has no strip ${stripName(strip)}` }));
      const ids = (edges: readonly { readonly id: string }[]) => edges.map((edge) => edge.id);
      return {
        outcome: stripless.length > 0 ? 'in-part' : isConfirmed ? 'applied' : 'unverified',
        applied: ids(difference.applied),
        kept: ids(difference.kept),
        removed: ids(difference.removed),
        missing: [...missingIn(known, { ...needs, observed: needs.desk.observed }), ...stripless],
        muted: wereMuted ? difference.outputs : [],
        durable,
      };
    },
  });
}
