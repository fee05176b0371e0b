// Where the show is: the scene that was recalled or stored last. Part of the recall's commit, so that undoing the recall
// takes it back too.
import { type Change, type DeskReader, type Row, setting, Type } from 'rowdesk/provider';

export const positionPath = '/scene/position';

export function positionRow(): Row {
  return setting(positionPath, {
    summary: 'Where the show is in its list of scenes; writing it recalls nothing',
    fields: {
      id: Type.String({
        ...{ pattern: '^$|^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$', default: '' },
        title: 'The scene from which go and back count; empty for the beginning',
      }),
      recalledAtMs: Type.Number({
        ...{ minimum: 0, maximum: 1e13, unit: 'ms', default: 0 },
        title: 'When it was recalled, since 1970; 0 when it was stored or chosen only',
      }),
    },
    writable: ['id', 'recalledAtMs'],
    // A recall says when it was.
    implies: ({ path, field }) => (field === 'id' ? [{ path, field: 'recalledAtMs', value: 0 }] : []),
  });
}

export interface Position {
  readonly id: string;
  readonly recalledAtMs: number;
}

export const positionOf = (desk: DeskReader): Position => desk.read(positionPath) as unknown as Position;

export const positionChanges = (id: string, recalledAtMs: number): readonly Change[] => [
  { path: positionPath, field: 'id', value: id },
  { path: positionPath, field: 'recalledAtMs', value: recalledAtMs },
];
