import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { packageRoot } from '../../core/package-root.ts';
import { CommandFault } from '../fault.ts';
import { inspect } from '../inspection.ts';
import type { Terminal } from '../terminal.ts';

export type PackageKind = 'provider' | 'driver';

/** Stands in the templates wherever the name belongs. */
const placeholder = /exemplar/g;
/** An npm name, a path segment and a transport at once. */
const pattern = /^[a-z][a-z0-9-]{0,23}$/;

/** `rowdesk new KIND NAME`: a folder that is a package, tested and ready to run. */
export async function newPackage(args: { kind: PackageKind; name: string }, terminal: Terminal): Promise<void> {
  const { kind, name } = args;
  await checkName(name);
  const folder = resolve(name);
  if (existsSync(folder)) throw new CommandFault('refused', `${folder} is there already; take another name`);
  copyTemplate(join(packageRoot, 'templates', kind), folder, name);
  writeFileSync(join(folder, 'desk.config.json'), `${JSON.stringify(configFor(kind, name), null, 2)}\n`);
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\nbuild/\n.desk/\n');
  const isLinked = linkRowdesk(folder);
  terminal.data(`${folder}\n`);
  const steps = [`cd ${name}`, ...(isLinked ? ['npm install'] : []), 'npm test', 'npm start'];
  terminal.talk(`A ${kind} that runs. Next: ${steps.join(' && ')}`);
}

async function checkName(name: string): Promise<void> {
  if (!pattern.test(name)) {
    throw new CommandFault('usage', `${name} is no name: begin with a letter; small letters, digits and -; at most 24`);
  }
  const taken = ['providers', 'hardware-drivers'].find((place) => existsSync(join(packageRoot, place, name)));
  const built = existsSync(join(packageRoot, 'dist', 'providers', name));
  if (taken || built || name === 'rowdesk' || (await rootsInUse()).has(name))
    throw new CommandFault('refused', `${name} is the name of a part of rowdesk; take another one`);
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
  }
}

/** The desk that comes with rowdesk, with the new package in it; a driver's own device takes the virtual one's place. */
function configFor(kind: PackageKind, name: string): object {
  const shipped = JSON.parse(readFileSync(join(packageRoot, 'providers.config.json'), 'utf8'));
  const providers = shipped.providers.filter((entry: unknown) => entry !== 'demo');
  if (kind === 'provider') return { ...shipped, providers: [...providers, name] };
  const device = { id: `${name}-1`, transport: name, model: `${name}-2x2` };
  return { ...shipped, providers, drivers: ['mixer', name], devices: [device] };
}

/** Where rowdesk can't be found from the new folder, it becomes a dependency by its path. True when it had to. */
function linkRowdesk(folder: string): boolean {
  const file = join(folder, 'package.json');
  const own = createRequire(file);
  try {
    own.resolve('rowdesk/package.json');
    return false;
  } catch {
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const { dependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    manifest.devDependencies = {
      'node-addon-api': dependencies['node-addon-api'],
      rowdesk: `file:${relative(folder, packageRoot)}`,
    };
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
    return true;
  }
}
