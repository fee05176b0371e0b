import { type Row, setting, type Warnings } from 'rowdesk/provider';
import { exclusive } from '../contract.ts';
import type { ExternalEdges } from '../external-edges.ts';

export const exclusivePath = '/patchbay/exclusive';
type Held = 'none' | 'outputs' | 'all';

/** What nobody else is linked to now, at most what is wanted: seen in the graph, never assumed. */
export function heldNow(wanted: Held, external: ExternalEdges): Held {
  if (wanted === 'none' || external.touch('output')) return 'none';
  return wanted === 'all' && external.touch('input') ? 'outputs' : wanted;
}

/** Who shares the ports of the desk's devices. */
export function exclusiveRow(external: ExternalEdges): Row {
  return setting(exclusivePath, {
    summary: 'Whether the ports of the desk are its own',
    fields: exclusive,
    writable: ['wanted'],
    life: 'site',
    computed: (_at, desk) => ({ held: heldNow(desk.read(exclusivePath).wanted as Held, external) }),
    watch: (_at, changed) => external.onChange(changed),
  });
}

/** Says when somebody is linked to what is wanted for the desk alone, and who. */
export function warnOfSharing(wanted: () => Held, external: ExternalEdges, warnings: Warnings): void {
  const now = wanted();
  const held = heldNow(now, external);
  if (held === now) {
    warnings.clear('patchbay-shared');
    return;
  }
  const owners = [...new Set(external.list().map(({ owner }) => owner))].join(', ');
  warnings.raise({
    id: 'patchbay-shared',
    title: 'Ports of the desk are shared',
    titleCode: { code: 'patchbay-shared', params: { wanted: now, held } },
    detail: `Wanted for the desk alone: ${now}; held: ${held}. Links of ${owners} are at its ports; end them there.`,
    severity: 'warning',
    path: exclusivePath,
  });
}
