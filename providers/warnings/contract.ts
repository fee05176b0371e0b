import { Type } from 'rowdesk/provider';

export const warningId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$' });

/** interface.md 2.4, and what rows.md adds. */
export const warning = {
  id: Type.String(),
  title: Type.String(),
  titleCode: Type.Object({ code: Type.String(), params: Type.Record(Type.String(), Type.Unknown()) }),
  detail: Type.String(),
  remedy: Type.String({ title: 'What to do, in one sentence; empty where the warning does not know' }),
  remedyKey: Type.String({ title: 'The code that translates the remedy; empty for words of a package' }),
  severity: Type.Enum(['info', 'warning', 'alarm']),
  since: Type.String({ title: 'ISO 8601' }),
  path: Type.String({ title: 'The row it is about, empty for none' }),
  acknowledged: Type.Boolean({ default: false, title: 'Somebody has seen it; a warning that comes again is new' }),
};

export const warnings = { warnings: Type.Array(Type.Object(warning)) };
