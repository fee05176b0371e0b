// Schemas in plain JSON Schema (2020-12): keywords of rowdesk (`unit`) become extensions (`x-unit`).
type Keywords = Readonly<Record<string, unknown>>;

const oneSchema = new Set(['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else']);
const manySchemas = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const namedSchemas = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const standardKeywords = new Set([
  ...['type', 'enum', 'const', 'default', 'title', 'description', 'examples', 'readOnly', 'writeOnly', 'deprecated'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains'],
  ...['required', 'minProperties', 'maxProperties', 'dependentRequired', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['$ref', '$id', '$schema', '$anchor', '$comment'],
]);

/** The same schema, with `x-` in front of each keyword that is not of JSON Schema. */
export function jsonSchema(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const words = withoutLoneBranch(schema as Keywords);
  return Object.fromEntries(Object.entries(words).map(([word, value]) => [nameOf(word), inside(word, value)]));
}

/** Replaces a choice of one by its option: a layout may leave a single one. */
function withoutLoneBranch(schema: Keywords): Keywords {
  const { anyOf, ...rest } = schema;
  return Array.isArray(anyOf) && anyOf.length === 1 ? { ...anyOf[0], ...rest } : schema;
}

function nameOf(word: string): string {
  const isKnown = standardKeywords.has(word) || oneSchema.has(word) || manySchemas.has(word) || namedSchemas.has(word);
  return isKnown || word.startsWith('x-') ? word : `x-${word}`;
}

function inside(word: string, value: unknown): unknown {
  if (oneSchema.has(word)) return jsonSchema(value);
  if (manySchemas.has(word) && Array.isArray(value)) return value.map(jsonSchema);
  if (!namedSchemas.has(word)) return value;
  return Object.fromEntries(Object.entries(value as Keywords).map(([name, of]) => [name, jsonSchema(of)]));
}
