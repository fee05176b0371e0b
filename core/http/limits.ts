// The guards' figures, `limits` in providers.config.json: there is no login, so what a client can cost is bounded.
// An address is one of IPv4, or a /64 of IPv6.
import { type Static, Type } from '../base/typebox.ts';

const count = (byDefault: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: byDefault, description });

export const HttpLimits = Type.Object(
  {
    bodyBytes: count(65_536, 'Largest body of a PATCH'),
    largeBodyBytes: count(1_048_576, 'Largest body for rows that say so (long lists, imports)'),
    bodyDepth: count(32, 'Deepest nesting of a body'),
    bodyValues: count(131_072, 'Most values in a body, lists and objects among them'),
    membersPerObject: count(1_000, 'Most members of one object in a body'),
    stringLength: count(65_536, 'Longest string in a body'),
    urlLength: count(2_048, 'Longest request target'),
    headerBytes: count(8_192, 'Largest header'),
    headersMs: count(5_000, 'Time for the header to arrive'),
    requestMs: count(10_000, 'Time for the header and the body to arrive'),
    keepAliveMs: count(5_000, 'How long an idle connection is kept'),
    connections: count(1_024, 'Most connections; loopback is not counted'),
    connectionsPerAddress: count(256, 'Most connections of one address; loopback is exempt'),
    watchers: count(512, 'Most watchers'),
    watchersPerAddress: count(64, 'Most watchers of one address; loopback is exempt'),
    writesPerSecond: count(2_000, 'Writes of one address per second; loopback is exempt'),
    writesBurst: count(4_000, 'Writes of one address at once; loopback is exempt'),
    watcherBytes: count(1_048_576, 'What a slow watcher may be owed'),
    watcherStalledMs: count(30_000, 'How long a watcher may not read before it is let go'),
  },
  { additionalProperties: false },
);
export type HttpLimits = Static<typeof HttpLimits>;
