// Messages between the control process and the process of a surface, as JSON over Node's channel of child processes.
import { type Static, Type } from '../base/typebox.ts';
import type { AllowedRequests, SurfaceSettings } from '../surface.ts';

/** To the process. `open` or `look` comes first, once. */
export type ToSurface =
  | ({
      readonly type: 'open';
      /** The URL of the module that exports the surface. */
      readonly module: string;
      readonly id: string;
      readonly config: Readonly<Record<string, unknown>>;
      /** The desk's. */
      readonly url: string;
      /** Of the desk, for this process alone. */
      readonly key: string;
      readonly actor: string;
      readonly settings: SurfaceSettings;
      readonly mappingsFolder: string;
    } & AllowedRequests)
  | { readonly type: 'settings'; readonly settings: SurfaceSettings }
  | { readonly type: 'look'; readonly module: string; readonly timeoutMs: number }
  /** The process answers, or its JavaScript hangs. */
  | { readonly type: 'ping' }
  | { readonly type: 'close' };

const time = Type.String({ maxLength: 32 });
const words = Type.String({ maxLength: 2000 });
const address = Type.String({ maxLength: 64 });
const port = Type.Integer({ minimum: 0, maximum: 65_535 });
const count = Type.Integer({ minimum: 0 });
const nullable = <T>(type: 'integer' | 'string') => Type.Unsafe<T | null>({ type: [type, 'null'] });

const report = Type.Object({
  port: nullable<number>('integer'),
  queryPort: Type.Optional(nullable<number>('integer')),
  isAbsent: Type.Optional(Type.Boolean()),
  peers: Type.Array(
    Type.Object({
      ...{ address, port, transport: Type.String({ maxLength: 16 }) },
      ...{ subscriptions: count, dropped: count, lastSeenAt: time },
    }),
    { maxItems: 16 },
  ),
  strangers: Type.Array(Type.Object({ address, lastSeenAt: time }), { maxItems: 16 }),
  reason: words,
  lastSeenAt: nullable<string>('string'),
});

const found = Type.Object({
  ...{ kind: Type.String({ maxLength: 32 }), label: Type.String({ maxLength: 256 }), address },
  ...{ port: nullable<number>('integer'), why: words },
  confidencePercent: Type.Number({ minimum: 0, maximum: 100 }),
});

/** From the process; its code may be a vendor's, and is not believed. */
export const FromSurface = Type.Union([
  Type.Object({ type: Type.Literal('opened') }),
  Type.Object({ type: Type.Literal('report'), report }),
  /** It can't be opened, in words. `isFinal`: trying again is of no use. */
  Type.Object({ type: Type.Literal('failed'), reason: words, isFinal: Type.Boolean() }),
  /** The settings are not in effect, in words; '' for those that are. */
  Type.Object({ type: Type.Literal('settled'), problem: words }),
  Type.Object({ type: Type.Literal('found'), found: Type.Array(found, { maxItems: 64 }) }),
  Type.Object({ type: Type.Literal('pong') }),
  Type.Object({ type: Type.Literal('log'), level: Type.Enum(['info', 'warn']), message: words }),
]);
export type FromSurface = Static<typeof FromSurface>;
