// providers.config.json: enabled packages and settings of the host. Checked whole before the start, with problems in
// words.
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
import { ConfigText } from '../base/config-text.ts';
import { checkWithDefaults, type SchemaViolation } from '../base/schema-violations.ts';
import { describeFileProblem, StartError } from '../base/start-error.ts';
import { type Static, Type } from '../base/typebox.ts';
import { HttpLimits } from '../http/limits.ts';

export const ConfigFile = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'For editors: the path of dist/config.schema.json of rowdesk' })),
    providers: Type.Array(PackageEntry, {
      ...{ maxItems: 256, description: 'What brings rows: parts of rowdesk, or npm packages' },
    }),
    drivers: Type.Array(PackageEntry, {
      ...{ maxItems: 256, default: [], description: 'What makes audio and devices available; one of them is a mixer' },
    }),
    surfaces: Type.Array(SurfaceEntry, {
      ...{ maxItems: 16, default: [], description: 'What panels speak to, each in a process of its own' },
    }),
    preferDrivers: Type.Array(PackageName, {
      ...{ maxItems: 256, default: [], description: 'Drivers that win if two match a device equally well, best first' },
    }),
    devices: Type.Array(ConfiguredDevice, {
      ...{ maxItems: 256, default: [], description: 'Devices whose rows answer before any driver runs' },
    }),
    limits: HttpLimits,
    /** Keys, for those who want them; without it access.json of the state folder, and without that every client may do all. */
    access: Type.Optional(AccessConfig),
    trustedOrigins: Type.Array(Type.String({ pattern: '^https?://[^/?#@\\s]+$' }), {
      ...{ default: [], description: 'Origins of other pages that may use the desk: https://panel.example.org' },
    }),
    hostNames: Type.Array(Type.String({ pattern: '^[A-Za-z0-9._-]+(:[0-9]{1,5})?$' }), {
      ...{ default: [], description: 'Other names of this desk; name:port where a proxy has another port' },
    }),
    heartbeatMs: Type.Integer({
      ...{ minimum: 50, maximum: 60_000, default: 1_000, description: 'How often desired and observed are compared' },
    }),
    lingerS: Type.Unsafe<number | null>({
      ...{ type: ['number', 'null'], minimum: 0, maximum: 86_400, default: null },
      description:
        'How long the audio process and the recorder outlive a lost control process, in seconds; null for ever',
    }),
    rate: Type.Enum([44_100, 48_000, 88_200, 96_000, 176_400, 192_000], { default: 48_000, description: 'Hz' }),
    blockFrames: Type.Integer({
      minimum: 1,
      maximum: 4_096,
      default: 64,
      description: 'Frames of a block of the mixer',
    }),
    sysRoot: Type.String({ minLength: 1, default: '/sys', description: "The kernel's folder of devices" }),
  },
  closed,
);

export interface Config extends Omit<Static<typeof ConfigFile>, '$schema'> {
  /** Packages are looked for from here first. */
  readonly folder: string;
}

/** Reads a configuration file. Throws StartError with all problems, each with its line. */
export function readConfig(file: string): Config {
  const text = ConfigText.read(resolve(file));
  const { value, problems } = examineText(text);
  if (problems.length > 0) throw new StartError(text.describe(problems));
  return configOf(value, text.file);
}

/** Checks the content of a configuration file. `path` is for messages; packages are searched from its folder. */
export function checkConfig(given: unknown, path: string): Config {
  const { value, problems } = examine(given);
  if (problems.length > 0) throw new StartError(problems.map((problem) => describeFileProblem(path, problem)));
  return configOf(value, path);
}

/**
 * The problems of a configuration file, in words, and the valid rest, so that it can be checked further. Throws
 * StartError if nothing is valid.
 */
export function soundPart(text: ConfigText): { readonly config: Config; readonly problems: readonly string[] } {
  const { problems } = examineText(text);
  const words = text.describe(problems);
  if (!text.isWhole) throw new StartError(words);
  const rest = examine(without(problems, text));
  if (rest.problems.length > 0) throw new StartError(words);
  return { config: configOf(rest.value, text.file), problems: words };
}

function examineText(text: ConfigText): { value: unknown; problems: readonly SchemaViolation[] } {
  if (!text.isWhole) return { value: undefined, problems: text.faults };
  const { value, problems } = examine(text.value);
  return { value, problems: [...text.faults, ...problems] };
}

/** With all problems: of its form, and names and ids that are there twice. */
function examine(given: unknown): { value: unknown; problems: readonly SchemaViolation[] } {
  const { value, violations } = checkWithDefaults(ConfigFile, expandNames(given));
  if (typeof value !== 'object' || value === null) return { value, problems: violations };
  const { providers, drivers, devices, surfaces, access } = value as Readonly<Record<string, unknown>>;
  const isSound = (place: string) => !violations.some(({ field }) => `${field}/`.startsWith(`${place}/`));
  const namesOf = <T>(list: string, entries: unknown, nameOf: (entry: T) => string) =>
    (Array.isArray(entries) ? entries : []).map((entry, place) =>
      isSound(`${list}/${place}`) ? nameOf(entry) : undefined,
    );
  const named = ({ name }: PackageEntry) => name;
  const lists = {
    providers: namesOf('providers', providers, named),
    drivers: namesOf('drivers', drivers, named),
    devices: namesOf('devices', devices, ({ id }: ConfiguredDevice) => id),
    surfaces: namesOf('surfaces', surfaces, surfaceId),
  };
  const ofAccess = access !== undefined && isSound('access') ? problemOf(access as AccessConfig) : '';
  return {
    value,
    problems: [
      ...violations,
      ...Object.entries(lists).flatMap(([list, names]) => repeated(list, names)),
      ...(ofAccess === '' ? [] : [{ field: 'access', problem: ofAccess, remedy: 'correct its keys' }]),
    ],
  };
}

function configOf(value: unknown, path: string): Config {
  const { $schema: _, ...config } = value as Static<typeof ConfigFile>;
  return { ...config, folder: dirname(path) };
}

/** Takes away what is invalid: items of lists, limits, and else whole members, which have defaults. */
function without(problems: readonly SchemaViolation[], { value: given, faults }: ConfigText): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const ofValues = problems.filter((each) => !faults.includes(each));
  const invalid = new Set(ofValues.map(({ field }) => field.split('/').slice(0, 2).join('/')));
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

function repeated(list: string, names: readonly (string | undefined)[]) {
  return names.flatMap((name, place) =>
    name === undefined || names.indexOf(name) === place
      ? []
      : [{ field: `${list}/${place}`, problem: `names "${name}" a second time`, remedy: 'take one of them away' }],
  );
}
