import { Type } from 'rowdesk/provider';

/** Minted by the desk: ascending numbers. */
export const entryId = Type.String({ pattern: '^[0-9]{1,16}$' });

const entry = {
  id: entryId,
  at: Type.String({ title: 'When it was done, ISO 8601' }),
  label: Type.String({ title: 'What was done' }),
  actor: Type.String({ title: 'Who did it' }),
  paths: Type.Array(Type.String(), { maxItems: 8, title: 'The first addresses that it changed' }),
  count: Type.Integer({ minimum: 0, title: 'How many fields it changed' }),
  undone: Type.Boolean(),
  revertible: Type.Boolean({ title: 'It can be taken back whole; what others did, and phantom, with override' }),
};

/** A field that came or went with the change has no `from` or no `to`. */
const change = Type.Object({
  path: Type.String(),
  field: Type.String(),
  from: Type.Optional(Type.Unknown()),
  to: Type.Optional(Type.Unknown()),
});

export const history = {
  bound: Type.Integer({ minimum: 1, title: 'How many entries are kept' }),
  entries: Type.Array(Type.Object(entry), { title: 'Newest first' }),
  undone: Type.Integer({ minimum: 0, title: 'How many are undone: the newest' }),
};

export const cursor = {
  canRedo: Type.Boolean(),
  canUndo: Type.Boolean(),
  depth: Type.Integer({ minimum: 0, title: 'How many entries can be undone' }),
  redoDepth: Type.Integer({ minimum: 0, title: 'How many entries can be redone' }),
  redoId: Type.Optional(entryId),
  redoLabel: Type.Optional(Type.String()),
  undoId: Type.Optional(entryId),
  undoLabel: Type.Optional(Type.String()),
};

export const historyEntry = {
  ...entry,
  changes: Type.Array(change),
  overtakenBy: Type.Array(entryId, { title: 'Later entries that changed the same fields, oldest first' }),
};

export const stepExtra = {
  override: Type.Boolean({
    default: false,
    title: 'Go on without what has changed since or is gone; and also where it is delicate, or what somebody else did',
  }),
};
