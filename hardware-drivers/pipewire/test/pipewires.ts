// For tests: the versions of PipeWire that are here side by side, the installed one and one that is merely unpacked
// (.ci/unpack-pipewire), and what a process needs to find either.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface PipeWire {
  /** For people: `0.3.65`, or `1.x` where none is here. */
  readonly version: string;
  /** What a program needs to run this one: laid over the environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** The folder that it is installed or unpacked into. */
  readonly root: string;
  /** The folder of its libjack.so, for JACK's programs; '' where it is missing. */
  readonly jackFolder: string;
  /** Why nothing can run over it, '' where it can. */
  readonly lacks: string;
}

const programs = ['pipewire', 'pw-link', 'pw-cli', 'pw-metadata', 'pw-dump'];

/**
 * Debian 12 has the first, its backports and Debian 13 have the second: both are in use. Where the installed one is newer
 * than the first, that is not asked for.
 */
export const pipewires: readonly PipeWire[] = findPipeWires(process.env.ROWDESK_TEST_PIPEWIRE);

/** Most tests run over all of them in the night alone, else over one: what differs between them is their ports and their clock. */
export const usualPipeWires: readonly PipeWire[] =
  process.env.NIGHT === 'true'
    ? pipewires
    : [(pipewires.find(({ lacks }) => lacks === '') ?? pipewires[0]) as PipeWire];

/** Why tests can't run over it, '' when they can. Throws where they have to: on CI. */
export function whyNot({ version, lacks }: PipeWire, ...needs: readonly [there: boolean, what: string][]): string {
  const missing = [...(lacks === '' ? [] : [lacks]), ...needs.filter(([there]) => !there).map(([, what]) => what)];
  if (missing.length === 0) return '';
  const words = `PipeWire ${version} is not tested, for want of ${missing.join(', ')}`;
  if (process.env.CI === 'true') throw new Error(words);
  process.stdout.write(`${words}\n`);
  return words;
}

function findPipeWires(unpacked: string | undefined): readonly PipeWire[] {
  const installed = pipeWireIn({}, '/');
  const beside = unpacked === undefined || unpacked === '' ? undefined : pipeWireIn(environmentOf(unpacked), unpacked);
  const of = (major: string) => [installed, beside].find((each) => each?.version.startsWith(`${major}.`));
  const missing = { environment: {}, root: '', jackFolder: '' };
  const older = of('0') ?? { version: '0.3.x', ...missing, lacks: 'pipewire, pipewire-bin' };
  const newer = of('1') ?? { version: '1.x', ...missing, lacks: 'ROWDESK_TEST_PIPEWIRE (.ci/unpack-pipewire)' };
  return installed === newer && of('0') === undefined ? [newer] : [older, newer];
}

/** Undefined where nothing says its version. */
function pipeWireIn(environment: PipeWire['environment'], folder: string): PipeWire | undefined {
  const env = { ...process.env, ...environment };
  const { stdout } = spawnSync('pipewire', ['--version'], { env, encoding: 'utf8' });
  const version = /^Linked with libpipewire (\S+)/m.exec(stdout ?? '')?.[1];
  if (version === undefined) return undefined;
  const isThere = (program: string) =>
    (env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
  const jack = join(libraryIn(folder), 'pipewire-0.3/jack');
  const jackFolder = existsSync(join(jack, 'libjack.so.0')) ? jack : '';
  return {
    version,
    environment,
    root: folder,
    jackFolder,
    lacks: programs.filter((program) => !isThere(program)).join(', '),
  };
}

/** Of packages that are unpacked in this folder. */
function environmentOf(folder: string): PipeWire['environment'] {
  const library = libraryIn(folder);
  return {
    PATH: [join(folder, 'usr/bin'), process.env.PATH ?? ''].join(delimiter),
    LD_LIBRARY_PATH: library,
    SPA_PLUGIN_DIR: join(library, 'spa-0.2'),
    PIPEWIRE_MODULE_DIR: join(library, 'pipewire-0.3'),
    PIPEWIRE_CONFIG_DIR: join(folder, 'usr/share/pipewire'),
    WIREPLUMBER_MODULE_DIR: join(library, 'wireplumber-0.5'),
  };
}

/** The folder of libpipewire below this one. */
function libraryIn(folder: string): string {
  const libraries = join(folder, 'usr/lib');
  const isOurs = (name: string) => existsSync(join(libraries, name, 'libpipewire-0.3.so.0'));
  return join(libraries, existsSync(libraries) ? (readdirSync(libraries).find(isOurs) ?? '') : '');
}
