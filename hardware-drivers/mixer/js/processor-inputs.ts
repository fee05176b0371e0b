// The mixer's processors, as its manifest describes them, for the native half.
import type { ProcessorDescription } from 'rowdesk/driver';
import type { ProcessorInput } from './native.ts';

const types = { linear: 'number', log: 'number', enum: 'choice', toggle: 'boolean' } as const;

export function processorInputs(processors: readonly ProcessorDescription[]): readonly ProcessorInput[] {
  return processors.map(({ uri, processorId, stripKinds, tapPoint, sort, enabled, keyed, meters, parameters }) => ({
    uri,
    processorId,
    stripKinds,
    tapPoint,
    sort,
    isEnabled: enabled,
    isKeyed: keyed ?? false,
    meters: meters ?? [],
    parameters: parameters.map(({ symbol, scale, minimum, maximum, default: initial, choices = [] }) => ({
      symbol,
      type: types[scale],
      minimum,
      maximum,
      initial,
      choices: choices.map(({ value }) => value),
    })),
  }));
}
