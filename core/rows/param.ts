// Path parameters: text of a client, read by the parameter's schema.
import { Compile, type TSchema } from '../base/typebox.ts';

/** The parameter's value; undefined for a text that is none. */
export type ParamReader = (text: string) => string | number | undefined;

const notAParam = 'must be a schema of strings or of integers';

/** Throws Error, in words, for a schema that no segment of a path can have. */
export function paramReader(schema: TSchema): ParamReader {
  const words = schema as Readonly<Record<string, unknown>>;
  if (words.type === 'integer') return integerReader(schema, words);
  if (Array.isArray(words.enum)) {
    if (!words.enum.every((option) => typeof option === 'string')) throw new Error(notAParam);
    const options = new Set<string>(words.enum);
    return (text) => (options.has(text) ? text : undefined);
  }
  if (words.type === 'string' || isChoiceOfTexts(words)) return checkedReader(schema);
  throw new Error(notAParam);
}

/** The texts that a parameter's schema enumerates; empty for any other schema. */
export function paramOptions(schema: TSchema): readonly string[] {
  const words = schema as Readonly<Record<string, unknown>>;
  if (Array.isArray(words.enum)) return words.enum.map(String);
  if (isChoiceOfTexts(words)) return (words.anyOf as { const: string }[]).map((branch) => branch.const);
  return typeof words.const === 'string' ? [words.const] : [];
}

function isChoiceOfTexts(words: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(words.anyOf) && words.anyOf.every((branch) => typeof branch?.const === 'string');
}

function checkedReader(schema: TSchema): ParamReader {
  let check: ((text: string) => boolean) | undefined;
  return (text) => {
    if (check === undefined) {
      const validator = Compile(schema);
      check = (candidate) => validator.Check(candidate);
    }
    return check(text) ? text : undefined;
  };
}

function integerReader(schema: TSchema, words: Readonly<Record<string, unknown>>): ParamReader {
  const known = new Set(['type', 'minimum', 'maximum', 'description', 'title', 'default', 'unit']);
  const minimum = typeof words.minimum === 'number' ? words.minimum : 0;
  const maximum = typeof words.maximum === 'number' ? words.maximum : Number.MAX_SAFE_INTEGER;
  const isSimple = Object.keys(words).every((word) => known.has(word));
  let check: ((value: number) => boolean) | undefined;
  return (text) => {
    const value = canonicalInteger(text);
    if (value === undefined || value < minimum || value > maximum) return undefined;
    if (isSimple) return value;
    if (check === undefined) {
      const validator = Compile(schema);
      check = (candidate) => validator.Check(candidate);
    }
    return check(value) ? value : undefined;
  };
}

/** `3` and `0`, but neither `03`, `+3`, `-3`, `3.0` nor `3e0`: an address has one spelling. */
function canonicalInteger(text: string): number | undefined {
  if (text.length === 0 || text.length > 15 || (text.length > 1 && text.charCodeAt(0) === 48)) return undefined;
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value;
}
