// What a value has against a schema, in words, for configuration and manifests.
import { patternInWords } from './pattern-words.ts';
import { schemaErrors } from './schema-errors.ts';
import { type TSchema, Value } from './typebox.ts';

export interface SchemaFault {
  /** `providers/2/name`, '' for the value itself. */
  readonly field: string;
  readonly problem: string;
  readonly remedy: string;
}

/** All that is wrong, defaults being filled in; `value` is then the value with them. */
export function checkWithDefaults(schema: TSchema, given: unknown): { value: unknown; faults: readonly SchemaFault[] } {
  const value = Value.Default(schema, structuredClone(given));
  return { value, faults: schemaErrors(schema, value).flatMap(inWords) };
}

type SchemaError = ReturnType<typeof schemaErrors>[number];

function inWords({ keyword, instancePath, params, message }: SchemaError): SchemaFault[] {
  const field = instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  const of = params as Readonly<Record<string, unknown>>;
  const each = (names: unknown, problem: string, remedy: string) =>
    (names as readonly string[]).map((name) => ({ field: field === '' ? name : `${field}/${name}`, problem, remedy }));
  switch (keyword) {
    // Says again what additionalProperties says.
    case 'boolean':
      return [];
    case 'additionalProperties':
      return each(of.additionalProperties, 'is not known here', 'take it away, or correct its name');
    case 'required':
      return each(of.requiredProperties, 'is missing', 'add it');
    case 'type': {
      const types = [of.type].flat().join(' or ');
      return [{ field, problem: 'has the wrong type', remedy: `give ${types}` }];
    }
    case 'enum':
      return [{ field, problem: 'is none of the options', remedy: `use one of ${options(of.allowedValues)}` }];
    case 'const':
      return [{ field, problem: 'has a value that is not known', remedy: `use ${JSON.stringify(of.allowedValue)}` }];
    case 'pattern':
      return [{ field, problem: 'does not have the form asked for', remedy: patternRemedy(String(of.pattern)) }];
    case 'minimum':
    case 'maximum':
      return [{ field, problem: 'is out of range', remedy: `use a number ${of.comparison} ${of.limit}` }];
    default:
      return [{ field, problem: message, remedy: 'correct it' }];
  }
}

function patternRemedy(pattern: string): string {
  const words = patternInWords(pattern);
  return words === undefined ? 'correct it' : `use ${words}`;
}

function options(values: unknown): string {
  return (values as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ');
}
