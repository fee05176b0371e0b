// Labels: names of addresses and fields in words, for the titles of commits. A row's own `labels` come first.
import type { RowCommon } from '../rows/definitions.ts';

type Labelled = Pick<RowCommon, 'labels'>;

const unitOfName = /(Db|Dbfs|Ms|Us|Hz|S|C|M|Mb|Percent)$/;
/** Names of switches. */
const switches: readonly string[] = ['enabled', 'on'];

const spaced = once((name) =>
  name.replace(/([a-z0-9])([A-Z])/g, (_all, before: string, after: string) => `${before} ${after.toLowerCase()}`),
);
const singular = once((name) => spaced(name).replace(/([^s])s$/, '$1'));
const fieldWords = once((field) =>
  spaced((field.replace(unitOfName, '') || field).replace(/([a-z])([0-9])/g, '$1 $2')),
);

/** A literal of an address; '' is left out. Before a parameter it is one of many: `inputs` is input. */
export function segmentLabel(row: Labelled, name: string, isOneOfMany: boolean): string {
  return ownLabel(row, name) ?? (isOneOfMany ? singular(name) : spaced(name));
}

/** The value of a parameter, as it is unless the row has a label for it: it may be a name that a client gave. */
export function valueLabel(row: Labelled, value: string | number): string {
  return ownLabel(row, String(value)) ?? String(value);
}

/** A field without its unit: `levelDb` is level. The last word may have a label: `band2Enabled` is band 2 on/off. */
export function fieldLabel(row: Labelled, field: string): string {
  const whole = ownLabel(row, field);
  if (whole !== undefined) return whole;
  const words = fieldWords(field).split(' ');
  const last = words.at(-1) as string;
  return [...words.slice(0, -1), ownLabel(row, last) ?? (switches.includes(last) ? 'on/off' : last)].join(' ');
}

function ownLabel({ labels }: Labelled, name: string): string | undefined {
  return labels !== undefined && Object.hasOwn(labels, name) ? labels[name] : undefined;
}

/** Cached by name; the names are those of row literals. */
function once(make: (name: string) => string): (name: string) => string {
  const made = new Map<string, string>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const words = make(name);
    made.set(name, words);
    return words;
  };
}
