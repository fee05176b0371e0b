// The manifest of a driver package: read, and checked, before any of the package's code runs.
import { type Static, Type } from '../base/typebox.ts';

/** The version of this API and of the C headers' `RD_ABI`. */
export const driverApi = 1;

export const driverKinds = ['mixer', 'stagebox', 'graph', 'plugins', 'recorder', 'network'] as const;
export type DriverKind = (typeof driverKinds)[number];

const kindsWithoutPorts: readonly (DriverKind | undefined)[] = ['recorder', 'network', 'plugins'];

/** Kinds that are no devices of the desk: their target is named as the kind, and they run on while the control process is away. */
export function isWithoutPorts(kind: DriverKind | undefined): boolean {
  return kindsWithoutPorts.includes(kind);
}

/** Models that a driver can open. Each member that matches a model raises the driver's score for it. */
export const DriverMatch = Type.Object(
  {
    transport: Type.String({ minLength: 1, maxLength: 32 }),
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  { additionalProperties: false },
);

export type DriverMatch = Static<typeof DriverMatch>;

const name = Type.String({ minLength: 1, maxLength: 64 });

/** What a driver without audio is for, as the control process sees it before any code of the package runs. */
export const DriverActivation = Type.Union([
  /** A device on USB whose id is among `matches`. */
  Type.Object({ by: Type.Literal('usb') }, { additionalProperties: false }),
  /** A list in its configuration with something in it. */
  Type.Object({ by: Type.Literal('config'), list: name }, { additionalProperties: false }),
  /** A file `name`, or what the variable `nameFrom` says, in the folder that the first set one of `folderFrom` says. */
  Type.Object(
    {
      by: Type.Literal('socket'),
      name,
      nameFrom: Type.Optional(name),
      folderFrom: Type.Array(name, { minItems: 1, maxItems: 8 }),
    },
    { additionalProperties: false },
  ),
  /** A file or a folder below the state folder: what the driver kept there is shown by it alone. */
  Type.Object(
    { by: Type.Literal('file'), path: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]*$', maxLength: 128 }) },
    { additionalProperties: false },
  ),
  /**
   * Of a kind without ports: this field is desired of its target at some address, and is not empty. `title`: what that means,
   * for people. `built`: the native file without which the driver opens nothing, and waits for nothing.
   */
  Type.Object(
    {
      by: Type.Literal('value'),
      field: name,
      title: Type.String({ minLength: 1, maxLength: 128 }),
      built: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$', maxLength: 64 })),
    },
    { additionalProperties: false },
  ),
]);

export type DriverActivation = Static<typeof DriverActivation>;

/** `rowdesk.driver` in a package.json. Core reads it before any code of the package runs. */
export const DriverManifest = Type.Object(
  {
    api: Type.Literal(driverApi),
    kind: Type.Enum([...driverKinds]),
    /** True: the audio process loads the driver. False: the driver has a process of its own. */
    audio: Type.Boolean(),
    matches: Type.Array(DriverMatch, { maxItems: 256 }),
    module: Type.String({ pattern: '^\\./', title: 'a path below the folder of the package, ./index.js' }),
    /** A mixer's built-in processors (ProcessorFile), read with the manifest: their rows exist before any code runs. */
    processors: Type.Optional(
      Type.String({ pattern: '^\\./', title: 'a path below the folder of the package, ./processors.json' }),
    ),
    /** The mixer's other fields (MixerFieldFile), read with the manifest: their rows take ranges and choices from it. */
    fields: Type.Optional(
      Type.String({ pattern: '^\\./', title: 'a path below the folder of the package, ./strips.json' }),
    ),
    /**
     * Of a driver without audio: its process is started once one of these is there, or a device of the configuration that
     * matches. Absent: with the desk.
     */
    activation: Type.Optional(Type.Array(DriverActivation, { minItems: 1, maxItems: 16 })),
    /** For how many seconds the JavaScript of its process may be silent before the process is ended; 5 by default. */
    graceS: Type.Optional(Type.Integer({ minimum: 5, maximum: 60 })),
    /** JSON Schema of `config`. Core validates each `config` against it, and fills in its defaults. */
    configSchema: Type.Optional(Type.Object({ type: Type.Literal('object') }, { additionalProperties: true })),
  },
  { additionalProperties: false },
);

export type DriverManifest = Static<typeof DriverManifest>;
