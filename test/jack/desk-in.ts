// A desk as a client of a JACK server.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { opening } from '../harness/desk.ts';
import { prompt, root, type Service, type ServiceOptions, startService } from '../harness/service.ts';
import type { JackServer } from './server.ts';

/** The driver is built. */
export const isBuilt = existsSync(join(root, 'hardware-drivers/jack/build/Release/jack.node'));

/** The id of the desk's device. */
export const boxIn = (server: JackServer): string => `jack-${server.name}`;

export function optionsIn(server: JackServer, config: Readonly<Record<string, unknown>> = {}): ServiceOptions {
  const drivers = ['mixer', 'virtual', { name: 'jack', config: { retryMs: 100, ...config } }];
  return { config: { ...prompt, drivers, devices: [] }, env: server.forClients };
}

/** Resolves once the desk sounds. `config`: of the driver. */
export async function startDeskIn(
  server: JackServer,
  config: Readonly<Record<string, unknown>> = {},
): Promise<Service> {
  const desk = await startService(optionsIn(server, config));
  await opening(desk);
  return desk;
}
