// The types of rows for `rowdesk/client`, made of a desk's OpenAPI description.

type Schema = Readonly<Record<string, unknown>>;
interface OpenApi {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Branch {
  row: string | undefined;
  readonly segments: Map<string, Branch>;
}

/** Whole text of `core/client/rows.ts`. */
export function rowTypesText(description: OpenApi): string {
  const root: Branch = { row: undefined, segments: new Map() };
  for (const [template, path] of Object.entries(description.paths)) {
    // Files, which come in by PUT, are no rows.
    if (template.startsWith('/') && !('put' in path)) put(root, template.slice(1).split('/'), rowOf(path, description));
  }
  return `// Generated from the contracts by \`npx vitest run test/client/rows --update\`; the test compares them.
import type { RowShape } from './row-types.ts';

// biome-ignore format: generated
export type Rows = ${branchText(root, '')};
`;
}

function put(branch: Branch, [segment, ...rest]: readonly string[], row: string): void {
  if (segment === undefined) {
    branch.row = row;
    return;
  }
  const name = segment.startsWith('{') ? '{}' : segment;
  const next = branch.segments.get(name) ?? { row: undefined, segments: new Map() };
  branch.segments.set(name, next);
  put(next, rest, row);
}

function branchText({ row, segments }: Branch, indent: string): string {
  const inner = `${indent}  `;
  const lines = [
    ...(row === undefined ? [] : [`${inner}'': ${row};`]),
    ...[...segments].map(([name, branch]) => `${inner}${keyText(name)}: ${branchText(branch, inner)};`),
  ];
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function rowOf(path: object, { components }: OpenApi): string {
  const { get } = path as { get: { responses: { 200: { content: { 'application/json': { schema: Schema } } } } } };
  const { schema } = get.responses[200].content['application/json'];
  const named = String(schema.$ref ?? '').replace('#/components/schemas/', '');
  const { properties = {} } = (components.schemas[named] ?? schema) as {
    properties?: Readonly<Record<string, Schema>>;
  };
  const fields = (isWritten: boolean) => {
    const own = Object.entries(properties).filter(([, field]) => (field.readOnly !== true) === isWritten);
    return own.length === 0
      ? 'object'
      : `{ ${own.map(([name, field]) => `${keyText(name)}: ${typeText(field)}`).join('; ')} }`;
  };
  const isOpen = Object.keys(properties).length === 0;
  return isOpen ? 'RowShape<Record<string, unknown>>' : `RowShape<${fields(true)}, ${fields(false)}>`;
}

/** A schema as a type; what it says of ranges and forms is left to OPTIONS. */
function typeText(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema.const).replaceAll('"', "'");
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => typeText({ const: value })));
  const branches = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (branches) return union(branches.map(typeText));
  if (Array.isArray(schema.type)) return union(schema.type.map((type: string) => typeText({ ...schema, type })));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return `ReadonlyArray<${typeText((schema.items ?? {}) as Schema)}>`;
    case 'object':
      return objectText(schema);
    default:
      return 'unknown';
  }
}

function objectText({ properties, required = [], patternProperties, additionalProperties }: Schema): string {
  const fields = Object.entries((properties ?? {}) as Readonly<Record<string, Schema>>);
  if (fields.length === 0) {
    const [values] = Object.values((patternProperties ?? {}) as Readonly<Record<string, Schema>>);
    const of = values ?? (typeof additionalProperties === 'object' ? (additionalProperties as Schema) : {});
    return `Readonly<Record<string, ${typeText(of)}>>`;
  }
  const isRequired = (name: string) => (required as readonly string[]).includes(name);
  const texts = fields.map(([name, of]) => `readonly ${keyText(name)}${isRequired(name) ? '' : '?'}: ${typeText(of)}`);
  return `{ ${texts.join('; ')} }`;
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
const keyText = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);
