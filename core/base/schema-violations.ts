// Violations of a schema in words, for configuration and manifests.
import { nearest } from './nearest.ts';
import { describePattern } from './pattern-description.ts';
import { schemaErrors } from './schema-errors.ts';
import { type TSchema, Value } from './typebox.ts';

export interface SchemaViolation {
  /** `providers/2/name`, '' for the value itself. */
  readonly field: string;
  readonly problem: string;
  readonly remedy: string;
  /** The provider that a misspelt name probably means. */
  readonly meant?: string;
}

/** Fills in defaults and returns all violations; `value` is the value with the defaults. */
export function checkWithDefaults(
  schema: TSchema,
  given: unknown,
): { value: unknown; violations: readonly SchemaViolation[] } {
  const value = Value.Default(schema, structuredClone(given));
  return { value, violations: schemaViolations(schema, value) };
}

/** Returns all violations of a schema, each with the allowed values or the name that was probably meant. */
export function schemaViolations(schema: TSchema, value: unknown): readonly SchemaViolation[] {
  return schemaErrors(schema, value).flatMap((error) => violationsOf(error, schema));
}

type SchemaError = ReturnType<typeof schemaErrors>[number];

function violationsOf(
  { keyword, instancePath, schemaPath, params, message }: SchemaError,
  schema: TSchema,
): SchemaViolation[] {
  const field = instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  const of = params as Readonly<Record<string, unknown>>;
  const each = (names: unknown, problem: string, remedy: (name: string) => string) =>
    (names as readonly string[]).map((name) => ({
      ...{ field: field === '' ? name : `${field}/${name}`, problem },
      remedy: remedy(name),
    }));
  switch (keyword) {
    // Repeats the error of additionalProperties.
    case 'boolean':
      return [];
    case 'additionalProperties':
      return each(of.additionalProperties, 'is not known here', (name) => {
        const near = nearest(name, Object.keys(partAt(schema, schemaPath).properties ?? {}));
        return near === undefined ? 'take it away, or correct its name' : `did you mean "${near}"?`;
      });
    case 'required':
      return each(of.requiredProperties, 'is missing', () => 'add it');
    case 'type': {
      const types = [of.type].flat().join(' or ');
      return [{ field, problem: 'has the wrong type', remedy: `give ${types}` }];
    }
    case 'enum':
      return [{ field, problem: 'is none of the options', remedy: `use one of ${options(of.allowedValues)}` }];
    case 'const':
      return [{ field, problem: 'has a value that is not known', remedy: `use ${JSON.stringify(of.allowedValue)}` }];
    case 'pattern':
      return [
        {
          field,
          problem: 'does not have the form asked for',
          remedy: patternRemedy(String(of.pattern), partAt(schema, schemaPath).title),
        },
      ];
    case 'minimum':
    case 'maximum':
      return [{ field, problem: 'is out of range', remedy: `use a number ${of.comparison} ${of.limit}` }];
    default:
      return [{ field, problem: message, remedy: 'correct it' }];
  }
}

/** Returns the part of a schema at the place that an error names: `#/properties/limits`. */
function partAt(schema: TSchema, schemaPath: string): { readonly properties?: object; readonly title?: string } {
  let part: unknown = schema;
  for (const step of schemaPath.split('/').slice(1)) {
    part = (part as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return part ?? {};
}

function patternRemedy(pattern: string, title: string | undefined): string {
  const words = title ?? describePattern(pattern);
  return words === undefined ? 'correct it' : `use ${words}`;
}

function options(values: unknown): string {
  return (values as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ');
}
