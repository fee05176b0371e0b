// Plugins of others as processors: their parameters, properties and readings in the shape of the built-in ones.
import {
  type HostedParameter,
  type HostedProperty,
  type LiveFields,
  type PluginDescription,
  Type,
} from 'rowdesk/provider';
import { rangeWords } from '../console/index.ts';
import { schemaOf } from './parameters.ts';
import type { Parameter, Processor } from './processors.ts';

/** The field of `values` that goes to the plugin host beside them: of which plugin they are; '' for none. */
export const pluginField = 'plugin:uri';

export interface HostedProcessor {
  readonly description: PluginDescription;
  readonly processor: Processor;
  /** Its parameters and writable properties, and the plugin. */
  readonly fields: LiveFields;
  /** Those that rows show beside the latency. */
  readonly properties: readonly HostedProperty[];
  readonly readings: LiveFields;
}

const plugin = { [pluginField]: Type.String({ maxLength: 256, title: 'The plugin that these are of' }) };
/** Of a place without a plugin, or with one that is not there. */
export const emptyPlace: LiveFields = { fields: plugin, writable: [] };
export const noReadings: LiveFields = { fields: {}, writable: [] };

/** Names of fields that no row can have. */
const unusable = new Set(['__proto__', 'constructor', 'prototype']);
const isUsable = (name: string) => !unusable.has(name);

const made = new WeakMap<PluginDescription, HostedProcessor>();

/** The same for the same description. */
export function hostedProcessor(description: PluginDescription): HostedProcessor {
  const known = made.get(description);
  if (known !== undefined) return known;
  const parameters = description.parameters.filter(({ symbol }) => isUsable(symbol)).map(parameterOf);
  const symbols = new Set(parameters.map(({ symbol }) => symbol));
  // A parameter of the same name is the one that is heard at once.
  const properties = description.properties.filter(({ property }) => isUsable(property) && !symbols.has(property));
  const fields = Object.fromEntries([
    ...parameters.map((parameter) => [parameter.symbol, schemaOf(parameter)] as const),
    ...properties.filter(({ writable }) => writable).map((own) => [own.property, propertySchema(own)] as const),
  ]);
  const readings = description.readings.filter(({ symbol }) => isUsable(symbol));
  const processor: HostedProcessor = {
    description,
    processor: {
      ...{ uri: description.uri, processorId: 'insert', kind: 'insert', label: description.name, stripKinds: [] },
      ...{ tapPoint: 'Post-EQ', sort: 0, enabled: true, parameters },
    },
    fields: { fields: { ...fields, ...plugin }, writable: Object.keys(fields) },
    properties,
    readings: {
      fields: Object.fromEntries(
        readings.map(({ symbol, label, unit }) => [
          symbol,
          Type.Union([Type.Number(), Type.Null()], { ...rangeWords({ unit }), title: label }),
        ]),
      ),
      writable: [],
    },
  };
  made.set(description, processor);
  return processor;
}

/** A choice is known by its index here; some plugins name a default beyond their range. */
function parameterOf(own: HostedParameter): Parameter {
  const { symbol, label, unit, scale } = own;
  const choices = own.choices ?? [];
  if (scale === 'enum' && choices.length > 0) {
    const at = nearestChoice(choices, own.default);
    const indices = { minimum: 0, maximum: choices.length - 1, default: at };
    return { symbol, label, unit, ...indices, scale, choices: choices.map(({ value, label }) => ({ value, label })) };
  }
  const range = rangeOf(own);
  const { minimum, maximum } = range;
  if (scale === 'toggle') return { symbol, label, unit, minimum, maximum, default: own.default > 0 ? 1 : 0, scale };
  const otherwise = fittingNumber(range, own.default);
  return { symbol, label, unit, ...range, default: otherwise, scale: scale === 'enum' ? 'linear' : scale };
}

function nearestChoice(choices: readonly { readonly number: number }[], number: number): number {
  let nearest = 0;
  choices.forEach((choice, at) => {
    const best = choices[nearest]?.number ?? 0;
    if (Math.abs(choice.number - number) < Math.abs(best - number)) nearest = at;
  });
  return nearest;
}

interface Range {
  readonly minimum: number;
  readonly maximum: number;
  readonly step?: number;
}

/** A step that no number of the range is on is none. */
function rangeOf(own: HostedParameter): Range {
  const minimum = Math.min(own.minimum, own.maximum);
  const maximum = Math.max(own.minimum, own.maximum);
  const { step } = own;
  if (step === undefined || Math.ceil(minimum / step) * step > maximum) return { minimum, maximum };
  return { minimum, maximum, step };
}

/** Within the range, and on its step. */
function fittingNumber({ minimum, maximum, step }: Range, number: number): number {
  const within = Math.min(maximum, Math.max(minimum, number));
  if (step === undefined) return within;
  const stepped = Math.round(within / step) * step;
  if (stepped > maximum) return stepped - step;
  return stepped < minimum ? stepped + step : stepped;
}

/** What rows show for a number of the plugin. */
export function valueOfNumber(own: HostedParameter, number: number): string | boolean | number {
  const { scale, choices = [] } = own;
  if (scale === 'enum' && choices.length > 0) return choices[nearestChoice(choices, number)]?.value ?? '';
  if (scale === 'toggle') return number > 0;
  return fittingNumber(rangeOf(own), number);
}

const mediaFile = '[A-Za-z0-9][A-Za-z0-9._ -]{0,127}';

function propertySchema(own: HostedProperty) {
  const { type, label: title, minimum, maximum, default: given } = own;
  const within = (number: number) => Math.min(maximum ?? number, Math.max(minimum ?? number, number));
  const range = { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }), title };
  const number = within(typeof given === 'number' ? given : 0);
  switch (type) {
    case 'boolean':
      return Type.Boolean({ default: given === true, title });
    case 'integer':
      return Type.Integer({ ...range, default: Math.round(number) });
    case 'number':
      return Type.Number({ ...range, default: number });
    case 'string':
      return Type.String({ maxLength: 1024, default: typeof given === 'string' ? given.slice(0, 1024) : '', title });
    case 'path':
      return Type.String({ pattern: `^(${mediaFile})?$`, default: '', title: `${title}: a file in the media folder` });
  }
}

/** JSON Schema's word for the value of a property. */
export const typeOfProperty = ({ type }: HostedProperty): string => (type === 'path' ? 'string' : type);
