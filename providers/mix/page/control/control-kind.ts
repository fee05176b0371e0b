// Which control a field gets, from what OPTIONS says of it; no row and no field but a source is known by its name.
import type { FieldContract } from 'rowdesk/client';
import { minimumDb } from '../scale/fader-law.ts';
import type { Law, Scale } from './scale.ts';

export interface Choice {
  readonly value: string | number;
  readonly label: string;
}

/** What `params/{symbol}` of a processor adds to the field of its `values`. */
export interface Parameter {
  readonly label?: string;
  readonly scale?: string;
  readonly choices?: readonly Choice[];
  readonly role?: string;
}

export type ControlKind =
  | { readonly kind: 'readOnly' | 'switch' | 'source' | 'text' }
  | { readonly kind: 'segments' | 'menu'; readonly choices: readonly Choice[] }
  | { readonly kind: 'fader' | 'knob'; readonly scale: Scale; readonly isCentred: boolean }
  | { readonly kind: 'number' }
  | { readonly kind: 'toggles'; readonly numbers: readonly number[] };

const mostSegments = 4;
const mostToggles = 16;
/** Ends of a time that are this far apart are heard as ratios. */
const ratioOfLog = 100;

/** `values`: the row, for limits that follow another field of it. */
export function controlKind(
  name: string,
  contract: FieldContract | undefined,
  parameter: Parameter = {},
  values: Readonly<Record<string, unknown>> = {},
): ControlKind {
  if (contract === undefined || contract.access !== 'rw') return { kind: 'readOnly' };
  const { type } = contract;
  if (type === 'boolean' || parameter.scale === 'toggle') return { kind: 'switch' };
  const choices = choicesOf(contract, parameter);
  if (choices !== undefined) return { kind: choices.length <= mostSegments ? 'segments' : 'menu', choices };
  if (type === 'number' || type === 'integer') return numberKind(contract, parameter, values);
  if (type === 'array') return arrayKind(contract);
  if (type === 'string') return { kind: /sourceId$/i.test(name) ? 'source' : 'text' };
  return { kind: 'readOnly' };
}

function choicesOf(contract: FieldContract, { choices = [] }: Parameter): readonly Choice[] | undefined {
  const allowed = contract.enum;
  if (!Array.isArray(allowed)) return choices.length > 0 ? choices : undefined;
  const isPlain = allowed.every((value) => typeof value === 'string' || typeof value === 'number');
  if (!isPlain || allowed.length === 0) return undefined;
  return allowed.map(
    (value: string | number) =>
      choices.find((choice) => String(choice.value) === String(value)) ?? { value, label: String(value) },
  );
}

function numberKind(
  contract: FieldContract,
  parameter: Parameter,
  values: Readonly<Record<string, unknown>>,
): ControlKind {
  const { minimum, unit } = contract;
  const maximum = maximumOf(contract, values);
  if (typeof minimum !== 'number' || maximum === undefined || maximum <= minimum) return { kind: 'number' };
  const isFader = unit === 'dB' && minimum === minimumDb;
  const isTime = (unit === 'ms' || unit === 's') && minimum > 0 && maximum / minimum >= ratioOfLog;
  const isLog = minimum > 0 && (parameter.scale === 'log' || unit === 'Hz' || isTime);
  const law: Law = isFader ? 'fader' : isLog ? 'log' : 'linear';
  const step = contract.multipleOf ?? (contract.type === 'integer' ? 1 : undefined);
  const leastOn = isFader ? leastOnOf(contract, minimum) : undefined;
  const scale = { minimum, maximum, law, step: typeof step === 'number' ? step : undefined, leastOn };
  return { kind: isFader ? 'fader' : 'knob', scale, isCentred: !isFader && minimum === -maximum };
}

/** `anyOf: [{ minimum: -65 }, { const: -144 }]`: off, or at least this level. */
function leastOnOf({ anyOf }: FieldContract, off: number): number | undefined {
  const parts = Array.isArray(anyOf) ? (anyOf as readonly Readonly<Record<string, unknown>>[]) : [];
  const least = parts.find((part) => typeof part.minimum === 'number')?.minimum;
  return parts.some((part) => part.const === off) ? (least as number | undefined) : undefined;
}

/** `maximumBy: { type: { peak: 10 } }`: the maximum follows another field of the row. */
export function maximumOf(contract: FieldContract, values: Readonly<Record<string, unknown>>): number | undefined {
  const maximum = typeof contract.maximum === 'number' ? contract.maximum : undefined;
  const [entry] = Object.entries((contract.maximumBy ?? {}) as Record<string, Record<string, number>>);
  if (entry === undefined) return maximum;
  const [by, maxima] = entry;
  return maxima[String(values[by])] ?? maximum;
}

function arrayKind(contract: FieldContract): ControlKind {
  const { type, minimum = 1, maximum } = (contract.items ?? {}) as Record<string, unknown>;
  const isFew = type === 'integer' && typeof maximum === 'number' && maximum <= mostToggles;
  if (!isFew || typeof minimum !== 'number') return { kind: 'readOnly' };
  return { kind: 'toggles', numbers: Array.from({ length: maximum - minimum + 1 }, (_, n) => minimum + n) };
}
