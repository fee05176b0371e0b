// What a row shows of a surface.
import type { DeskReader, FieldsOf, Surfaces } from 'rowdesk/provider';
import type { surface } from './contract.ts';

type Surface = FieldsOf<typeof surface>;
type Written = Pick<Surface, 'enabled' | 'label' | 'mapping' | 'role' | 'addresses'>;

export const pathOf = (id: string) => `/surface/${id}`;

export function valuesOf(id: string, desk: DeskReader): Written {
  const { enabled, label, mapping, role, addresses } = desk.read(pathOf(id)) as unknown as Written;
  return { enabled, label, mapping, role, addresses };
}

export function shownOf(id: string, surfaces: Surfaces): Omit<Surface, keyof Written> {
  const { state, reason, port, queryPort = null, peers, strangers, lastSeenAt } = surfaces.status(id);
  const kind = surfaces.list.find((each) => each.id === id)?.kind ?? '';
  return { kind, state, reason, port, queryPort, peers: [...peers], strangers: [...strangers], lastSeenAt };
}
