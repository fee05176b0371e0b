// Packages as a vendor writes them: outside the repository, packed and installed with npm beside an installed rowdesk.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './service.ts';

export interface Package {
  readonly name: string;
  /** `rowdesk` of its package.json. */
  readonly rowdesk: unknown;
  readonly files: Readonly<Record<string, string>>;
}

/** Writes the package's folder. */
export function writePackage(folder: string, { name, rowdesk, files }: Package): string {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  const manifest = { name, version: '1.0.0', type: 'module', peerDependencies: { rowdesk: '*' }, rowdesk };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest, undefined, 2));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), text);
  return home;
}

/** Packages that a service with this state folder finds, as if they were installed beside the checkout's rowdesk. */
export function installInto(stateFolder: string, packages: readonly Package[]): void {
  const folder = join(stateFolder, 'node_modules');
  mkdirSync(folder, { recursive: true });
  symlinkSync(root, join(folder, 'rowdesk'));
  for (const each of packages) writePackage(folder, each);
}

/**
 * rowdesk and packages of others, packed and put into a folder of its own with npm, as an integrator would; nothing in
 * them is built or run. Answers where the installed rowdesk's command line is.
 */
export function install(folder: string, homes: readonly string[] = []): string {
  const packs = join(folder, 'packs');
  mkdirSync(packs, { recursive: true });
  const packing = ['--json', '--ignore-scripts', '--pack-destination', packs, root, ...homes];
  const packed = JSON.parse(npm(folder, 'pack', ...packing)) as readonly { filename: string }[];
  const tarballs = packed.map(({ filename }) => join(packs, filename));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'room', private: true }));
  npm(folder, 'install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs);
  return join(folder, 'node_modules/rowdesk/dist/cli/main.js');
}

function npm(folder: string, ...words: string[]): string {
  return execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Compiles one C file against Node's headers into a native module, in a second or so. */
export function compileNative(source: string, output: string): void {
  const prefixes = [process.env.npm_config_nodedir, dirname(dirname(process.execPath)), '/usr'];
  const prefix = prefixes.find((p) => p !== undefined && existsSync(join(p, 'include/node/node_api.h')));
  if (prefix === undefined) throw new Error(`no node_api.h below ${prefixes.join(', ')}`);
  execFileSync('g++', ['-shared', '-fPIC', '-x', 'c++', `-I${join(prefix, 'include/node')}`, source, '-o', output], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
