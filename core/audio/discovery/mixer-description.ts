// The description of a mixer in its manifest, read before any of its code runs: its processors, and its other fields.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPackage } from '../../base/find-package.ts';
import { packageRoot } from '../../base/package-root.ts';
import { Compile } from '../../base/typebox.ts';
import { type DriverManifest, MixerFieldFile, type MixerFields, type ProcessorDescription } from '../../driver.ts';
import { readProcessors } from './processors.ts';

/** Empty for other drivers. */
export interface MixerDescription {
  readonly processors: readonly ProcessorDescription[];
  readonly fields: MixerFields;
}

/** Throws Error that names the file, the place in it, the rule and the remedy. */
export function readMixerDescription(
  folder: string,
  { processors, fields }: Pick<DriverManifest, 'processors' | 'fields'>,
): MixerDescription {
  return {
    processors: read('processors', processors, (file) => readProcessors(resolve(folder, file))) ?? [],
    fields: read('fields', fields, (file) => readFields(resolve(folder, file))) ?? {},
  };
}

function read<T>(what: string, file: string | undefined, from: (file: string) => T): T | undefined {
  if (file === undefined) return undefined;
  try {
    return from(file);
  } catch (error) {
    throw new Error(`its ${what} can't be read: ${(error as Error).message}; correct the file`);
  }
}

function readFields(file: string): MixerFields {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const validator = Compile(MixerFieldFile);
  if (!validator.Check(content)) {
    const [first] = validator.Errors(content);
    throw new Error(`${file}: ${first?.instancePath} ${first?.message}`);
  }
  for (const [row, fields] of Object.entries(content.rows)) {
    for (const [name, { type, minimum, maximum, choices, refKinds, maxItems }] of Object.entries(fields)) {
      const needs = {
        minimum: (type === 'number' || type === 'outputs') && minimum === undefined,
        maximum: (type === 'number' || type === 'outputs') && maximum === undefined,
        choices: type === 'choice' && choices === undefined,
        refKinds: (type === 'strip' || type === 'strips') && refKinds === undefined,
        maxItems: (type === 'ports' || type === 'outputs') && maxItems === undefined,
      };
      const [missing] = Object.entries(needs).flatMap(([word, isMissing]) => (isMissing ? [word] : []));
      if (missing !== undefined) throw new Error(`${file}: /rows ${row} ${name} of type ${type} has no ${missing}`);
    }
  }
  return content.rows;
}

/**
 * The descriptions of all packages in one: only mixers have any. Without fields of a mixer, those of the in-tree one: a desk
 * without a mixer takes, keeps and shows the settings of its strips.
 */
export function mixerOf(packages: readonly MixerDescription[]): MixerDescription {
  const processors = packages.flatMap((each) => each.processors);
  const fields: MixerFields = Object.assign({}, ...packages.map((each) => each.fields));
  if (Object.keys(fields).length > 0) return { processors, fields };
  const { folder, manifest } = inTreeMixer();
  return { ...readMixerDescription(folder, { fields: manifest.fields }), processors };
}

/** The package of the mixer in the tree. */
export function inTreeMixer(): { readonly folder: string; readonly manifest: DriverManifest } {
  const folder = join(packageRoot, 'hardware-drivers/mixer');
  const rowdesk = readPackage(folder)?.manifest.rowdesk as { readonly driver: DriverManifest } | undefined;
  if (rowdesk === undefined) throw new Error(`the mixer is missing in ${folder}`);
  return { folder, manifest: rowdesk.driver };
}
