import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { packageRoot } from '../../core/base/package-root.ts';
import { CommandError } from '../command-error.ts';
import { inspect } from '../inspection.ts';
import type { Terminal } from '../terminal.ts';

export type PackageKind = 'provider' | 'driver';
/** A folder of templates/. */
type Template = PackageKind | 'control-driver';

/** Stands in the templates wherever the name belongs. */
const placeholder = /exemplar/g;
/** An npm name, a path segment and a transport at once. */
const pattern = /^[a-z][a-z0-9-]{0,23}$/;

/** `rowdesk new KIND NAME`: a folder that is a package, tested and ready to run. `control`: a driver without sound. */
export async function newPackage(
  args: { kind: PackageKind; name: string; control?: boolean },
  terminal: Terminal,
): Promise<void> {
  const { kind, name, control = false } = args;
  if (control && kind !== 'driver') throw new CommandError('usage', '--control is for a driver');
  const template: Template = control ? 'control-driver' : kind;
  await checkName(name);
  const folder = resolve(name);
  if (existsSync(folder)) throw new CommandError('refused', `${folder} is there already; take another name`);
  copyTemplate(join(packageRoot, 'templates', template), folder, name);
  writeFileSync(join(folder, 'desk.config.json'), `${JSON.stringify(configFor(template, name), null, 2)}\n`);
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\nbuild/\n.desk/\n');
  linkRowdesk(folder);
  terminal.data(`${folder}\n`);
  const steps = [`cd ${name}`, 'npm test', 'npm start'];
  terminal.talk(`A ${kind} that runs. Next: ${steps.join(' && ')}`);
}

async function checkName(name: string): Promise<void> {
  if (!pattern.test(name)) {
    throw new CommandError('usage', `${name} is no name: begin with a letter; small letters, digits and -; at most 24`);
  }
  const taken = ['providers', 'hardware-drivers'].find((place) => existsSync(join(packageRoot, place, name)));
  const built = existsSync(join(packageRoot, 'dist', 'providers', name));
  if (taken || built || name === 'rowdesk' || (await rootsInUse()).has(name))
    throw new CommandError('refused', `${name} is the name of a part of rowdesk; take another one`);
}

/** First segments of the paths of the desk as it comes: what a provider's own begin with is its name. */
async function rootsInUse(): Promise<ReadonlySet<string | undefined>> {
  const { assembly } = await inspect(join(packageRoot, 'providers.config.json'));
  return new Set(assembly.registry.rows.map(({ template }) => template.split('/')[1]));
}

function copyTemplate(template: string, folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(template, folder, { recursive: true });
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(placeholder, name));
    renameSync(file, join(entry.parentPath, entry.name.replace(placeholder, name)));
  }
}

/** The desk that comes with rowdesk, with the new package in it. A driver with sound takes the virtual box's place, preamps get their sound from it. */
function configFor(template: Template, name: string): object {
  const { $schema: _, ...shipped } = JSON.parse(readFileSync(join(packageRoot, 'providers.config.json'), 'utf8'));
  const providers = shipped.providers.filter((entry: unknown) => entry !== 'demo');
  if (template === 'provider') return { ...shipped, providers: [...providers, name] };
  if (template === 'control-driver') {
    const sound = { id: 'virtual-32x16', transport: 'virtual', model: 'virtual-32x16' };
    const own = { id: `${name}-1`, transport: name, model: `${name}-2`, audioHalf: sound.id };
    return { ...shipped, providers, drivers: [...shipped.drivers, name], devices: [sound, own] };
  }
  const device = { id: `${name}-1`, transport: name, model: `${name}-2x2` };
  return { ...shipped, providers, drivers: ['mixer', name], devices: [device] };
}

/**
 * Where rowdesk can't be found from the new folder, its node_modules/ (which no repository holds) points there; where its scripts
 * would not find the command, node_modules/.bin has it, as an installation makes it.
 */
function linkRowdesk(folder: string): void {
  const modules = join(folder, 'node_modules');
  try {
    createRequire(join(folder, 'package.json')).resolve('rowdesk/package.json');
  } catch {
    mkdirSync(modules);
    symlinkSync(relative(modules, packageRoot), join(modules, 'rowdesk'));
  }
  if (hasCommand(folder)) return;
  const command = join(modules, '.bin', 'rowdesk');
  mkdirSync(dirname(command), { recursive: true });
  // The file of a build need not be executable.
  writeFileSync(
    command,
    `#!/bin/sh\nexec node '${join(packageRoot, 'dist/cli/main.js').replaceAll("'", "'\\''")}' "$@"\n`,
    { mode: 0o755 },
  );
}

/** npm adds node_modules/.bin of a folder and of those above it to the PATH of its scripts. */
function hasCommand(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', '.bin', 'rowdesk'))) return true;
  return dirname(folder) !== folder && hasCommand(dirname(folder));
}
