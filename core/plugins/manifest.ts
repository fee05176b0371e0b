// `rowdesk.provider` in the package.json of a vendor's provider: read before any code of the package runs.
import { type Static, Type } from '../base/typebox.ts';

/** The version of the public API `rowdesk/provider`. */
export const providerApi = 1;

export const ProviderManifest = Type.Object(
  {
    api: Type.Literal(providerApi),
    /** The module that exports the provider as default, below the package's folder. */
    module: Type.String({
      pattern: '^\\./(?!(.*/)?\\.\\.(/|$)).+',
      title: 'a path below the folder of the package, ./index.js',
    }),
  },
  { additionalProperties: false },
);
export type ProviderManifest = Static<typeof ProviderManifest>;
