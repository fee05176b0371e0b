// A desk as a node of a PipeWire server.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Daemon } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { opening } from '../harness/desk.ts';
import { prompt, root, type Service, startService } from '../harness/service.ts';

/** The I/O driver is built. */
export const isBuilt = existsSync(join(root, 'hardware-drivers/pipewire-io/build/Release/pipewire_io.node'));

/** Resolves once the desk sounds. `drivers`: in addition to the I/O driver, which drives. */
export async function startDeskIn(daemon: Daemon, ...drivers: readonly string[]): Promise<Service> {
  const config = { ...prompt, drivers: ['mixer', 'virtual', 'pipewire-io', ...drivers], devices: [] };
  const desk = await startService({ config, env: daemon.forClients });
  await opening(desk);
  return desk;
}
