// A value that is only read, as its schema says what it is: words, a number with its unit, a list of items, each by its name.
import { fieldLabel } from '../control/field-label.ts';
import { numberWords } from '../show/values.ts';
import { t } from '../text/text.ts';

type Schema = Readonly<Record<string, unknown>>;

interface ReadValueProps {
  readonly value: unknown;
  readonly schema: Schema | undefined;
}

/** Of a list; the others are counted. */
const mostItems = 64;
const mostCharacters = 400;
/** What an item is called by, the first that it has. */
const names = ['label', 'name', 'title', 'id'] as const;

export function ReadValue({ value, schema }: ReadValueProps) {
  if (Array.isArray(value) && value.some(isObject)) return <Items items={value} schema={schema?.items as Schema} />;
  if (isObject(value)) return <Members of={value} schema={partOf(schema)} />;
  return <span dir="auto">{words(value, schema)}</span>;
}

function Items({ items, schema }: { readonly items: readonly unknown[]; readonly schema: Schema | undefined }) {
  return (
    <ul class="plain-list site-items">
      {items.slice(0, mostItems).map((item, place) => {
        if (!isObject(item)) return <li key={place}>{words(item, schema)}</li>;
        const called = names.find((name) => typeof item[name] === 'string' && item[name] !== '');
        const rest = called === undefined ? item : without(item, called);
        return (
          <li key={place}>
            {called !== undefined && <b dir="auto">{String(item[called])}</b>}
            <Members of={rest} schema={schema} />
          </li>
        );
      })}
      {items.length > mostItems && <li class="quiet">{t('show.more', { count: items.length - mostItems })}</li>}
    </ul>
  );
}

function Members({ of, schema }: { readonly of: Schema; readonly schema: Schema | undefined }) {
  const properties = (schema?.properties ?? {}) as Readonly<Record<string, Schema>>;
  return (
    <span class="site-members">
      {Object.entries(of).map(([name, value]) => (
        <span key={name}>
          <small>{fieldLabel(name, properties[name] ?? {})}</small>{' '}
          <span dir="auto">{words(value, properties[name])}</span>
        </span>
      ))}
    </span>
  );
}

function words(value: unknown, schema: Schema | undefined): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'show.on' : 'show.off');
  if (typeof value === 'number') return numberWords(value, typeof schema?.unit === 'string' ? schema.unit : '');
  if (Array.isArray(value) && !value.some(isObject)) {
    return value.length === 0 ? t('show.noneOf') : shortened(value.map((each) => words(each, undefined)).join(', '));
  }
  return shortened(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

const shortened = (text: string) => (text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text);
const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const without = (item: Schema, name: string): Schema =>
  Object.fromEntries(Object.entries(item).filter(([each]) => each !== name));

/** `anyOf: [object, null]`: that of the object. */
function partOf(schema: Schema | undefined): Schema | undefined {
  const parts = Array.isArray(schema?.anyOf) ? (schema.anyOf as readonly Schema[]) : [];
  return schema?.properties === undefined ? parts.find(({ properties }) => properties !== undefined) : schema;
}
