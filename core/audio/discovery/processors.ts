// Reads a mixer's built-in processors from the file of its manifest, checks them, and writes out their bands.
import { readFileSync } from 'node:fs';
import { Compile, type Static } from '../../base/typebox.ts';
import { type ParameterDescription, type ProcessorDescription, ProcessorFile } from '../../driver.ts';

type Processors = Static<typeof ProcessorFile>['processors'];
type Parameter = Processors[number]['parameters'][number];

/** Throws Error that names the file, the place in it and the rule. */
export function readProcessors(file: string): readonly ProcessorDescription[] {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const validator = Compile(ProcessorFile);
  if (!validator.Check(content)) {
    const [first] = validator.Errors(content);
    throw new Error(`${file}: ${first?.instancePath} ${first?.message}`);
  }
  return content.processors.map((processor) => ({
    ...processor,
    parameters: writtenOut(processor.parameters, processor.bands ?? 0),
  }));
}

/** All parameters of a band, then those of the next. */
function writtenOut(parameters: readonly Parameter[], bands: number): readonly ParameterDescription[] {
  const single = parameters.filter((parameter) => !parameter.symbol.includes('{band}'));
  const banded = parameters.filter((parameter) => parameter.symbol.includes('{band}'));
  const described = single.map((parameter) => describe(parameter, 1));
  for (let band = 1; band <= bands; band++) described.push(...banded.map((parameter) => describe(parameter, band)));
  return described;
}

function describe(parameter: Parameter, band: number): ParameterDescription {
  const { symbol, label, default: defaults, maximumBy } = parameter;
  const value = Array.isArray(defaults) ? defaults[band - 1] : defaults;
  if (value === undefined) throw new Error(`${symbol} has no default for band ${band}`);
  const named = (text: string) => text.replaceAll('{band}', String(band));
  const own = { ...parameter, symbol: named(symbol), label: named(label), default: value as number };
  if (maximumBy === undefined) return own;
  return { ...own, maximumBy: Object.fromEntries(Object.entries(maximumBy).map(([by, of]) => [named(by), of])) };
}
