// Parameters of processors as fields of rows, and as the rows that describe them.
import { type Fields, type TSchema, Type } from 'rowdesk/provider';
import { rangeWords } from '../console/index.ts';
import type { Parameter } from './processors.ts';

/** The maximum of a parameter beside these values of its processor. */
export function maximumOf({ maximum, maximumBy = {} }: Parameter, values: Fields): number {
  const [[by, maxima] = ['', {}]] = Object.entries(maximumBy);
  return maxima[values[by] as string] ?? maximum;
}

/** What a row shows for a number of the mixer: a choice's value, on or off, or the number. */
export function shownValue({ scale, choices = [] }: Parameter, number: number): string | boolean | number {
  if (scale === 'toggle') return number !== 0;
  if (scale === 'enum') return choices[number]?.value ?? '';
  return number;
}

/** The field that holds a parameter's value. */
export function schemaOf(parameter: Parameter): TSchema {
  const { label, scale, choices = [] } = parameter;
  const words = { default: shownValue(parameter, parameter.default), title: label };
  if (scale === 'toggle') return Type.Boolean(words);
  if (scale === 'enum') return Type.Enum(choices.map(({ value }) => value) as [string, ...string[]], words);
  return Type.Number({ ...rangeWords(parameter), ...words });
}

const unitOfSymbol = /(Db|Ms|S|Hz|Percent)$/;

/** What a parameter is for, whatever its processor calls it: `frequency` of `band3FrequencyHz`, `threshold`. */
export function roleOf({ symbol }: Parameter): string {
  const word = symbol.replace(/^band\d+/, '').replace(unitOfSymbol, '');
  return lowerFirst(word || symbol);
}

/** The band of `band3FrequencyHz`, and its field in the band's own row; undefined for what is of no band. */
export function bandOf(symbol: string): { readonly band: number; readonly field: string } | undefined {
  const [, band, field] = /^band(\d+)(.+)$/.exec(symbol) ?? [];
  return band === undefined || field === undefined ? undefined : { band: Number(band), field: lowerFirst(field) };
}

const lowerFirst = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);

const value = Type.Union([Type.Number(), Type.String(), Type.Boolean()], { title: 'As `values` has it' });

/** The row of one parameter. */
export const parameter = {
  symbol: Type.String(),
  label: Type.String(),
  value,
  minimum: Type.Number(),
  maximum: Type.Number(),
  default: value,
  unit: Type.String(),
  scale: Type.Enum(['linear', 'log', 'enum', 'toggle']),
  choices: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
  role: Type.String({ title: 'What it is for, whatever its processor calls it' }),
};
