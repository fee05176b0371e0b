import { Type } from 'rowdesk/provider';

const unlimited = { title: 'null when there is no limit' };

export const hardware = {
  cards: Type.Array(
    Type.Object({
      number: Type.Integer(),
      id: Type.String(),
      driver: Type.String(),
      label: Type.String(),
      detail: Type.String(),
      usbId: Type.String({ title: 'vendor:product, empty for a card that is not on USB' }),
    }),
    { title: 'Sound cards that the kernel knows' },
  ),
  host: Type.Object({
    kernel: Type.String(),
    realTimeKernel: Type.Boolean(),
    architecture: Type.String(),
    processor: Type.String(),
    cores: Type.Integer(),
    governors: Type.Array(Type.String(), { title: 'Frequency governors of the cores, each once' }),
    memoryMb: Type.Number(),
    freeMemoryMb: Type.Number(),
    loadAverage: Type.Array(Type.Number(), { title: 'Over 1, 5 and 15 minutes' }),
    realTimePriorityLimit: Type.Union([Type.Null(), Type.Number()], unlimited),
    lockedMemoryLimitMb: Type.Union([Type.Null(), Type.Number()], unlimited),
    nodeVersion: Type.String(),
    uptimeS: Type.Number(),
  }),
  disks: Type.Array(
    Type.Object({ use: Type.String(), path: Type.String(), sizeMb: Type.Number(), freeMb: Type.Number() }),
  ),
  drivers: Type.Array(
    Type.Object({
      name: Type.String(),
      version: Type.String(),
      kind: Type.String(),
      chosen: Type.Boolean(),
      score: Type.Number(),
      reason: Type.String(),
      state: Type.Enum(['absent', 'building', 'waiting', 'starting', 'running', 'degraded', 'failed']),
      restarts: Type.Number(),
    }),
    { title: 'Which driver was chosen, which was not, and why' },
  ),
  providers: Type.Array(
    Type.Object({
      name: Type.String(),
      package: Type.String({ title: 'As the configuration names it' }),
      roots: Type.Array(Type.String(), { title: 'The first segments of its paths' }),
      state: Type.Enum(['running', 'degraded', 'left-out'], {
        title: 'degraded: its rows answer, and its start failed; left-out: it has no rows in this run',
      }),
      reason: Type.String({ title: 'With the remedy; empty for one that runs' }),
    }),
    { title: 'The providers of the configuration, those left out first' },
  ),
  devices: Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      transport: Type.String(),
      modelId: Type.String({ title: 'vendor:product on USB' }),
      present: Type.Boolean(),
      driver: Type.String({ title: 'Empty for none' }),
      audioHalf: Type.String({ title: 'Of a box of two halves: the device, or the node, with its sound; else empty' }),
      score: Type.Number(),
      reason: Type.String(),
    }),
    { title: 'Which driver each device got, or why none' },
  ),
};
