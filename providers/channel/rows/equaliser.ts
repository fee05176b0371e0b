import { alias, type Change, type FieldsOf, type Row, type Schemas, type TSchema, Type } from 'rowdesk/provider';
import { kindLabels, type Layout, type StripRef, stripKinds } from '../../console/index.ts';
import { processorPath } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import { bandOf, schemaOf } from '../parameters.ts';
import type { Parameter, Processor, Processors } from '../processors.ts';
import { addressesOfKinds, belowStrips } from '../strips.ts';
import { busOf } from '../writers.ts';

const equaliserPath = (ref: StripRef) => processorPath({ ...ref, processorId: 'eq' });
const symbolOf = (band: number, field: string) => `band${band}${field.charAt(0).toUpperCase()}${field.slice(1)}`;

/** The built-in equaliser and its bands under names of their own; none where no mixer brings an equaliser. */
export function equaliserRows(layout: Layout, processors: Processors): readonly Row[] {
  const equalisers = new Map(stripKinds.map((kind) => [kind, processors.equaliser(kind)]));
  const [any] = [...equalisers.values()].filter((each) => each !== undefined);
  if (any === undefined) return [];
  const enabled = { enabled: Type.Boolean() };
  return [
    alias('/channel/{kind}/{index}/eq', {
      writers: 'bus',
      busOf,
      summary: 'The equaliser of a strip',
      labels: { ...kindLabels, eq: 'EQ' },
      params,
      addresses: addressesOfKinds(layout, (kind) => equalisers.get(kind) !== undefined),
      fields: enabled,
      writable: ['enabled'],
      get: (at, desk) => ({ enabled: desk.read(equaliserPath(at)).enabled as boolean }),
      set: (at, change) => changesOf(equaliserPath(at), change, (field) => field),
    }),
    bandRow(layout, (kind) => equalisers.get(kind)?.bands ?? 0, bandFields(any)),
  ];
}

function bandRow(layout: Layout, bandsOf: (kind: StripRef['kind']) => number, fields: Schemas): Row {
  const names = Object.keys(fields);
  return alias('/channel/{kind}/{index}/eq/bands/{band}', {
    writers: 'bus',
    busOf,
    summary: 'A band of the equaliser of a strip',
    labels: { ...kindLabels, eq: 'EQ', q: 'Q' },
    params: { ...params, band: Type.Integer({ minimum: 1, maximum: 32 }) },
    addresses: belowStrips(
      layout,
      ({ kind, index }) => Array.from({ length: bandsOf(kind) }, (_, place) => ({ kind, index, band: place + 1 })),
      ({ kind, band }) => band <= bandsOf(kind),
    ),
    fields,
    writable: names,
    get: (at, desk) => {
      const values = desk.read(`${equaliserPath(at)}/values`);
      return Object.fromEntries(names.map((field) => [field, values[symbolOf(at.band, field)]]));
    },
    set: (at, change) => changesOf(`${equaliserPath(at)}/values`, change, (field) => symbolOf(at.band, field)),
  });
}

/** The fields of a band: the parameters of the first one, without what differs from band to band. */
function bandFields({ parameters }: Processor): Readonly<Record<string, TSchema>> {
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const own = bandOf(parameter.symbol);
      if (own?.band !== 1) return [];
      const { default: _default, title: _title, ...schema } = schemaOf(parameter) as TSchema & Record<string, unknown>;
      return [[own.field, { ...schema, ...boundOf(parameter) } as TSchema]];
    }),
  );
}

/** What bounds a parameter, under the name that it has in the row of its band. */
function boundOf({ label, maximumBy = {} }: Parameter): object {
  const [[by, maxima] = [undefined]] = Object.entries(maximumBy);
  if (by === undefined) return {};
  return { maximumBy: { [bandOf(by)?.field ?? by]: maxima }, title: label.replace(/^Band 1 /, '') };
}

function changesOf(
  path: string,
  change: Partial<FieldsOf<Schemas>>,
  nameOf: (field: string) => string,
): readonly Change[] {
  return Object.entries(change).map(([field, value]) => ({ path, field: nameOf(field), value, via: field }));
}
