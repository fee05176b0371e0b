// A mapping is data: the addresses that a surface uses, and the fields of the desk that they mean. Values may be scaled.
import { type Static, Type } from 'rowdesk/surface';
import type { OscValue } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import { readMappingFile } from '../network/mapping-file.ts';

const range = Type.Tuple([Type.Number(), Type.Number()]);
const MappingFile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    addresses: Type.Record(
      Type.String({ pattern: '^/' }),
      Type.Object(
        {
          /** The address of a field of the desk: `/channel/input/1/levelDb`. */
          to: Type.String({ pattern: '^/[^/]+(/[^/]+)+$', maxLength: 256 }),
          /** The ends of the surface's values, and those of the field: they are scaled in a straight line. */
          from: Type.Optional(range),
          range: Type.Optional(range),
        },
        { additionalProperties: false },
      ),
    ),
    /** Patterns that addresses with a port follow all the time. */
    follow: Type.Array(Type.String({ pattern: '^/' }), { maxItems: 32, default: [] }),
  },
  { additionalProperties: false },
);

type Entry = Static<typeof MappingFile>['addresses'][string];

export class Mapping {
  readonly follow: readonly string[];
  readonly #byAddress: ReadonlyMap<string, Entry>;
  readonly #byField: ReadonlyMap<string, readonly [address: string, entry: Entry]>;

  constructor({ addresses, follow }: Static<typeof MappingFile>) {
    const entries = Object.entries(addresses);
    this.follow = follow;
    this.#byAddress = new Map(entries);
    this.#byField = new Map(entries.map(([address, entry]) => [entry.to, [address, entry]]));
  }

  /** What a message of the surface means at the desk; undefined for an address that is not mapped. */
  incoming(
    address: string,
    values: readonly OscValue[],
  ): { readonly address: string; readonly values: readonly OscValue[] } | undefined {
    const entry = this.#byAddress.get(address);
    return entry && { address: entry.to, values: values.map((value) => scaled(value, entry, true) as OscValue) };
  }

  /** How the surface knows a field, and its value there; undefined for one that is not mapped. */
  outgoing(field: string, value: unknown): { readonly address: string; readonly value: unknown } | undefined {
    const [address, entry] = this.#byField.get(field) ?? [];
    return entry && { address: address as string, value: scaled(value, entry, false) };
  }
}

const noMapping = new Mapping({ addresses: {}, follow: [] });

/** Throws Error in words for a mapping that is missing or invalid. `name` is '' for none. */
export function readMapping(folder: string, name: string): Mapping {
  if (name === '') return noMapping;
  return new Mapping(readMappingFile(folder, name, MappingFile));
}

function scaled(value: unknown, { from, range: to }: Entry, isIncoming: boolean): unknown {
  if (from === undefined || to === undefined) return value;
  // A switch is 1 and 0.
  const number = typeof value === 'boolean' ? Number(value) : value;
  if (typeof number !== 'number') return value;
  const [[a, b], [c, d]] = isIncoming ? [from, to] : [to, from];
  return a === b ? c : c + ((number - a) / (b - a)) * (d - c);
}
