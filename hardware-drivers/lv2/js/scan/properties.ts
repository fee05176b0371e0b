// Properties of a plugin (patch:writable, patch:readable) as fields.
import type { HostedProperty } from 'rowdesk/driver';
import type { PropertyFacts } from './facts.ts';
import { shortened, uniqueName } from './names.ts';
import { isSymbol } from './parameters.ts';

const mostOfUri = 512;
const mostOfLabel = 128;
const mostOfName = 64;
const atom = 'http://lv2plug.in/ns/ext/atom#';
const types: ReadonlyMap<string, HostedProperty['type']> = new Map([
  [`${atom}Bool`, 'boolean'],
  [`${atom}Int`, 'integer'],
  [`${atom}Long`, 'integer'],
  [`${atom}Float`, 'number'],
  [`${atom}Double`, 'number'],
  [`${atom}String`, 'string'],
  [`${atom}Path`, 'path'],
]);

/** Those of types that a row can hold. `taken`: names of parameters, which stand beside them in one row. */
export function propertiesOf(facts: readonly PropertyFacts[], taken: ReadonlySet<string>): HostedProperty[] {
  const names = new Set(taken);
  // The order in which lilv finds them differs.
  const sorted = [...facts].sort((a, b) => (a.uri < b.uri ? -1 : Number(a.uri > b.uri)));
  return sorted.flatMap((each) => {
    const type = types.get(each.range);
    const end =
      each.symbol ||
      each.uri.slice(Math.max(each.uri.lastIndexOf('#'), each.uri.lastIndexOf('/'), each.uri.lastIndexOf(':')) + 1);
    const name = end
      .replace(/[^A-Za-z0-9_]/g, '_')
      .replace(/^(?=\d)/, '_')
      .slice(0, mostOfName);
    if (type === undefined || each.uri.length > mostOfUri || !isSymbol(name)) return [];
    const property = uniqueName(name, names, '_', mostOfName);
    names.add(property);
    const label = shortened(each.label, mostOfLabel) || property;
    return [{ property, uri: each.uri, label, type, writable: each.isWritable, ...limitsOf(each, type) }];
  });
}

function limitsOf(
  { minimum, maximum, default: start }: PropertyFacts,
  type: HostedProperty['type'],
): Pick<HostedProperty, 'minimum' | 'maximum' | 'default'> {
  if (type === 'boolean') return typeof start === 'number' ? { default: start !== 0 } : {};
  if (type === 'string' || type === 'path')
    return typeof start === 'string' && type === 'string' ? { default: start } : {};
  const whole = (value: number) => (type === 'integer' ? Math.round(value) : value);
  const hasRange = minimum !== null && maximum !== null && minimum < maximum;
  const range = hasRange ? { minimum: whole(minimum), maximum: whole(maximum) } : {};
  if (typeof start !== 'number') return range;
  const within = hasRange ? Math.min(maximum, Math.max(minimum, start)) : start;
  return { ...range, default: whole(within) };
}
