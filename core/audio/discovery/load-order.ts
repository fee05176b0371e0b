// A driver package as its process is told of it.
import type { LoadOrder } from '../link/shapes.ts';
import type { DriverPackage } from './package.ts';

export function orderOf({ name, version, manifest, module, config, processors, fields }: DriverPackage): LoadOrder {
  const { kind, audio } = manifest;
  return {
    name,
    version,
    kind,
    audio,
    module,
    config: { ...config },
    processors: processors.map((each) => ({ ...each })),
    fields: { ...fields },
  };
}
