import { Refusal, type Row, view } from 'rowdesk/provider';
import { id, template, templates } from '../contract.ts';
import type { Template } from '../template.ts';
import type { KnownTemplates } from '../templates.ts';

/** The templates, and each of them. They are those of this start. */
export function templateRows(known: KnownTemplates): readonly Row[] {
  const items = known.list.map(({ id, family, name, nameKey }) => ({ id, family, name, nameKey }));
  return [
    view('/channelConfigs', {
      summary: 'The templates of channels',
      fields: templates,
      continuous: true,
      get: () => ({ items }),
    }),
    view('/channelConfigs/{id}', {
      summary: 'A template: what it sets on a strip',
      params: { id },
      addresses: {
        has: ({ id }) => known.get(id) !== undefined,
        list: () => known.list.map(({ id }) => ({ id })),
      },
      fields: template,
      continuous: true,
      get: ({ id }) => templateAt(known, id),
    }),
  ];
}

/** Throws refusal `unknown-row`. */
export function templateAt(known: KnownTemplates, id: string): Template {
  const found = known.get(id);
  if (found === undefined) throw new Refusal('unknown-row', `There is no template ${id}.`, { id });
  return found;
}
