import { Type } from 'rowdesk/provider';

export const log = {
  lines: Type.Array(
    Type.Object({
      number: Type.Integer({ title: 'Counts all lines since the start; one that is missing is no longer kept' }),
      at: Type.String({ format: 'date-time' }),
      severity: Type.Enum(['info', 'warning', 'error']),
      source: Type.String({ title: 'The driver, provider, surface or process; desk for the control process itself' }),
      message: Type.String({ title: 'One line, without keys and passwords' }),
    }),
    { title: 'The last lines of the log, in its order' },
  ),
  mostPerSeverity: Type.Integer({
    title: 'So many lines of each severity are kept: many of one push out none of another',
  }),
};
