// Schemas for readers that know JSON Schema (2020-12) and nothing of ours: our own words (`unit`) become extensions (`x-unit`).
type Words = Readonly<Record<string, unknown>>;

const oneSchema = new Set(['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else']);
const manySchemas = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const namedSchemas = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const plain = new Set([
  ...['type', 'enum', 'const', 'default', 'title', 'description', 'examples', 'readOnly', 'writeOnly', 'deprecated'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains'],
  ...['required', 'minProperties', 'maxProperties', 'dependentRequired', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['$ref', '$id', '$schema', '$anchor', '$comment'],
]);

/** The same schema, with `x-` in front of each word that is not of JSON Schema. */
export function standardWords(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const words = withoutLoneBranch(schema as Words);
  return Object.fromEntries(Object.entries(words).map(([word, value]) => [nameOf(word), inside(word, value)]));
}

/** A choice of one is that one: where a layout leaves a single option. */
function withoutLoneBranch(schema: Words): Words {
  const { anyOf, ...rest } = schema;
  return Array.isArray(anyOf) && anyOf.length === 1 ? { ...anyOf[0], ...rest } : schema;
}

function nameOf(word: string): string {
  const isKnown = plain.has(word) || oneSchema.has(word) || manySchemas.has(word) || namedSchemas.has(word);
  return isKnown || word.startsWith('x-') ? word : `x-${word}`;
}

function inside(word: string, value: unknown): unknown {
  if (oneSchema.has(word)) return standardWords(value);
  if (manySchemas.has(word) && Array.isArray(value)) return value.map(standardWords);
  if (!namedSchemas.has(word)) return value;
  return Object.fromEntries(Object.entries(value as Words).map(([name, of]) => [name, standardWords(of)]));
}
