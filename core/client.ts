// The public API of clients, for browsers and Node: `import { Client } from 'rowdesk/client'`.
export { Client, type ClientOptions } from './client/client.ts';
export { type Contract, type FieldContract, isWritable, type Row } from './client/contract.ts';
export { type FieldRefusal, type Refusal, Refused, Unreachable } from './client/errors.ts';
export type { Latest } from './client/latest.ts';
export type { Patched } from './client/requests.ts';
export type { Path, RowAt, WrittenAt } from './client/row-types.ts';
export type { ConnectionStatus } from './client/shared-stream.ts';
export { type Progress, ReportReplaced, type RunOptions } from './client/task.ts';
export type { Timing } from './client/timing.ts';
export type { Answer, Asked, Transport } from './client/transport.ts';
export type { Life, RowListener, Watched } from './client/watched-rows.ts';
