// Descriptions of fields by their contract, and typed text as a value. Shared by all rows of the page.
import { describePattern } from 'rowdesk/pattern-description';

/** `number, -144 to 10 dB in steps of 0.1`, `one of "off", "on"`. */
export function allowed(schema) {
  const options = optionsOf(schema);
  if (options?.length === 1) return JSON.stringify(options[0]);
  if (options) return `one of ${options.map((option) => JSON.stringify(option)).join(', ')}`;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return branches.map(allowed).join(' or ');
  const { minimum, maximum, multipleOf, unit, maxLength, pattern, items, maxItems } = schema;
  const range = minimum === undefined ? '' : maximum === undefined ? `from ${minimum}` : `${minimum} to ${maximum}`;
  const parts = [
    [range, unit, multipleOf && multipleOf !== 1 && `in steps of ${multipleOf}`].filter(Boolean).join(' '),
    maxItems !== undefined && `at most ${maxItems}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    pattern !== undefined && describePattern(pattern),
  ];
  const type = [schema.type].flat().filter(Boolean).join(' or ');
  return [items ? `${type} (${allowed(items)})` : type, ...parts].filter(Boolean).join(', ');
}

/** Text as a value of the field's type: JSON where it is JSON of that type, else the text. */
export function readTyped(text, schema) {
  const options = optionsOf(schema);
  const option = options?.find((each) => String(each) === text);
  if (option !== undefined) return option;
  if (text === 'null' && takes(schema, 'null')) return null;
  if (takes(schema, 'string') && !takes(schema, 'object') && !takes(schema, 'array')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function optionsOf(schema) {
  if (schema.enum) return schema.enum;
  if ('const' in schema) return [schema.const];
  if (schema.type === 'null') return [null];
  const parts = (schema.anyOf ?? schema.oneOf)?.map(optionsOf);
  return parts?.every(Boolean) ? parts.flat() : undefined;
}

function takes(schema, type) {
  return [schema.type].flat().includes(type) || (schema.anyOf ?? schema.oneOf ?? []).some((part) => takes(part, type));
}
