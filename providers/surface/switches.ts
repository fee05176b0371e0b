// The processes of surfaces follow their rows: at the start, and with each commit.
import type { Desk, Surfaces, Warnings } from 'rowdesk/provider';
import { pathOf, valuesOf } from './shown.ts';

export function followSettings(desk: Desk, surfaces: Surfaces): () => void {
  const obey = (id: string) => {
    const { enabled, role, mapping, addresses } = valuesOf(id, desk);
    surfaces.use(id, enabled ? { role, mapping, addresses } : undefined);
  };
  for (const { id } of surfaces.list) obey(id);
  return desk.onCommit((_revision, paths) => {
    for (const { id } of surfaces.list) if (paths.includes(pathOf(id))) obey(id);
  });
}

/** A warning for each surface that does not run though it is enabled. */
export function followStates(surfaces: Surfaces, warnings: Warnings): () => void {
  const judge = (id: string) => {
    const { state, reason } = surfaces.status(id);
    const isTroubled = state === 'failed' || (state === 'starting' && reason !== '');
    if (!isTroubled) warnings.clear(`surface-${id}`);
    else {
      warnings.raise({
        id: `surface-${id}`,
        title: `Surface ${id} does not run`,
        titleCode: { code: 'surface-failed', params: { surface: id } },
        detail: reason,
        severity: 'warning',
        path: pathOf(id),
      });
    }
  };
  for (const { id } of surfaces.list) judge(id);
  return surfaces.onChange(judge);
}
