// The entries of the configuration that both hosts read: enabled packages, and devices known without a driver.
import { type Static, Type } from './typebox.ts';

/** Makes unknown members errors. */
export const closed = { additionalProperties: false };
/** The name of an in-tree folder or of an npm package. */
export const PackageName = Type.String({ pattern: '^(@[a-z0-9._~-]+/)?[a-z0-9][A-Za-z0-9._~-]*$', maxLength: 214 });

/** An enabled provider or driver: an in-tree folder or an npm package. The file may have the name alone. */
export const PackageEntry = Type.Object(
  {
    name: PackageName,
    /** The service does not start without it. */
    required: Type.Boolean({ default: false }),
    config: Type.Record(Type.String(), Type.Unknown(), { default: {} }),
  },
  closed,
);
export type PackageEntry = Static<typeof PackageEntry>;

/** An enabled surface: an in-tree folder or an npm package, and the id of its row; the same package may be there twice. */
export const SurfaceEntry = Type.Object(
  {
    name: PackageName,
    /** Default: its name. */
    id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{0,31}$' })),
    config: Type.Record(Type.String(), Type.Unknown(), { default: {} }),
  },
  closed,
);
export type SurfaceEntry = Static<typeof SurfaceEntry>;

/** The last segment of the row of a surface. */
export const surfaceId = ({ id, name }: SurfaceEntry): string =>
  id ?? name.replace(/^@/, '').replace('/', '-').slice(0, 32);

/** A device known by configuration: its addresses exist before any driver runs. */
export const ConfiguredDevice = Type.Object(
  {
    id: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$' }),
    transport: Type.String({ minLength: 1, maxLength: 32 }),
    model: Type.String({ minLength: 1, maxLength: 64 }),
    /** The device may have another clock than the one that drives: its sound is then resampled. Default false. */
    resample: Type.Optional(Type.Boolean()),
    /**
     * Of a device with preamps: the id of the device, or of the node of an audio server, that has its sound. The two are one
     * box. Default: as its driver says.
     */
    audioHalf: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,126}$' })),
  },
  closed,
);
export type ConfiguredDevice = Static<typeof ConfiguredDevice>;
