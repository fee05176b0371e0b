// The desks whose protocol is spoken, by their names.
import type { Model } from './lines.ts';
import { x32 } from './x32.ts';
import { xr18 } from './xr18.ts';

/** An M32 has the addresses of an X32. */
export const models = {
  X32: x32,
  M32: { ...x32, model: 'M32' },
  XR18: xr18,
} as const satisfies Readonly<Record<string, Model>>;
