// providers.config.json: enabled packages and settings of the host. Checked whole before the start, with problems in
// words.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AccessConfig, problemOf } from '../access/access-config.ts';
import {
  ConfiguredDevice,
  closed,
  PackageEntry,
  PackageName,
  SurfaceEntry,
  surfaceId,
} from '../base/config-entries.ts';
import { checkWithDefaults, type SchemaViolation } from '../base/schema-violations.ts';
import { describeFileProblem, StartError } from '../base/start-error.ts';
import { type Static, Type } from '../base/typebox.ts';
import { HttpLimits } from '../http/limits.ts';

const ConfigFile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    providers: Type.Array(PackageEntry, { maxItems: 256 }),
    drivers: Type.Array(PackageEntry, { maxItems: 256, default: [] }),
    surfaces: Type.Array(SurfaceEntry, { maxItems: 16, default: [] }),
    /** Drivers that win if two match a device equally well, best first. */
    preferDrivers: Type.Array(PackageName, { maxItems: 256, default: [] }),
    devices: Type.Array(ConfiguredDevice, { maxItems: 256, default: [] }),
    limits: HttpLimits,
    /** Keys, for those who want them; without it access.json of the state folder, and without that every client may do all. */
    access: Type.Optional(AccessConfig),
    /** Origins of other pages that may use the desk, `https://panel.example.org`. */
    trustedOrigins: Type.Array(Type.String({ pattern: '^https?://[^/?#@\\s]+$' }), { default: [] }),
    /** Other names this desk is called by; `name:port` where a proxy has another port. */
    hostNames: Type.Array(Type.String({ pattern: '^[A-Za-z0-9._-]+(:[0-9]{1,5})?$' }), { default: [] }),
    /** How often wanted and observed are compared. */
    heartbeatMs: Type.Integer({ minimum: 50, maximum: 60_000, default: 1_000 }),
    /** How long the audio process and the recorder outlive a lost control process, in seconds; null for ever. */
    lingerS: Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, maximum: 86_400, default: null }),
    /** Hz */
    rate: Type.Enum([44_100, 48_000, 88_200, 96_000, 176_400, 192_000], { default: 48_000 }),
    blockFrames: Type.Integer({ minimum: 1, maximum: 4_096, default: 64 }),
    /** The kernel's folder of devices. */
    sysRoot: Type.String({ minLength: 1, default: '/sys' }),
  },
  closed,
);

export interface Config extends Omit<Static<typeof ConfigFile>, '$schema'> {
  /** Packages are looked for from here first. */
  readonly folder: string;
}

/** Reads a configuration file. Throws StartError with all problems. */
export function readConfig(file: string): Config {
  const path = resolve(file);
  return checkConfig(parse(path), path);
}

/** Checks the text of a configuration file. `path` is for messages; packages are searched from its folder. */
export function checkConfig(given: unknown, path: string): Config {
  const { value, problems } = examine(given);
  if (problems.length > 0) throw new StartError(problems.map((problem) => describeFileProblem(path, problem)));
  return configOf(value, path);
}

/**
 * The problems of a configuration file, in words, and the valid rest, so that it can be checked further. Throws
 * StartError if nothing is valid.
 */
export function readSoundPart(file: string): { readonly config: Config; readonly problems: readonly string[] } {
  const path = resolve(file);
  const given = parse(path);
  const { problems } = examine(given);
  const words = problems.map((problem) => describeFileProblem(path, problem));
  const rest = examine(without(problems, given));
  if (rest.problems.length > 0) throw new StartError(words);
  return { config: configOf(rest.value, path), problems: words };
}

function parse(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartError([
      `${path}: can not be read (${(error as NodeJS.ErrnoException).code}); name another by --config`,
    ]);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError([`${path}: is not JSON (${(error as Error).message}); correct it`]);
  }
}

/** With all problems: of its form, else names and ids that are there twice. */
function examine(given: unknown): { value: unknown; problems: readonly SchemaViolation[] } {
  const { value, violations } = checkWithDefaults(ConfigFile, expandNames(given));
  if (violations.length > 0) return { value, problems: violations };
  const config = value as Static<typeof ConfigFile>;
  const lists = {
    providers: config.providers.map(({ name }) => name),
    drivers: config.drivers.map(({ name }) => name),
    devices: config.devices.map(({ id }) => id),
    surfaces: config.surfaces.map(surfaceId),
  };
  const problem = config.access === undefined ? '' : problemOf(config.access);
  const ofAccess = problem === '' ? [] : [{ field: 'access', problem, remedy: 'correct its keys' }];
  return { value, problems: [...Object.entries(lists).flatMap(([list, names]) => repeated(list, names)), ...ofAccess] };
}

function configOf(value: unknown, path: string): Config {
  const { $schema: _, ...config } = value as Static<typeof ConfigFile>;
  return { ...config, folder: dirname(path) };
}

/** Takes away what is invalid: items of lists, limits, and else whole members, which have defaults. */
function without(problems: readonly SchemaViolation[], given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const invalid = new Set(problems.map(({ field }) => field.split('/').slice(0, 2).join('/')));
  const rest: Record<string, unknown> = { providers: [] };
  for (const [name, value] of Object.entries(given)) {
    if (invalid.has(name)) continue;
    if (Array.isArray(value)) rest[name] = value.filter((_, place) => !invalid.has(`${name}/${place}`));
    else if (typeof value !== 'object' || value === null) rest[name] = value;
    else rest[name] = Object.fromEntries(Object.entries(value).filter(([member]) => !invalid.has(`${name}/${member}`)));
  }
  return rest;
}

/** `"console"` is short for `{ "name": "console" }`. `limits` may be left out, as its members may. */
function expandNames(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const file: Record<string, unknown> = { limits: {}, ...given };
  for (const list of ['providers', 'drivers', 'surfaces']) {
    const entries = file[list];
    if (Array.isArray(entries))
      file[list] = entries.map((entry) => (typeof entry === 'string' ? { name: entry } : entry));
  }
  return file;
}

function repeated(list: string, names: readonly string[]) {
  return names.flatMap((name, place) =>
    names.indexOf(name) === place
      ? []
      : [{ field: `${list}/${place}`, problem: `names "${name}" a second time`, remedy: 'take one of them away' }],
  );
}
