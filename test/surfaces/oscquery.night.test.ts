// A program of others that finds the desk on a network by itself, as Chataigne and others do: the package oscquery of npm.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Client, type FieldContract } from '../../core/client.ts';
import { quietConfig, root, startService, stopServices } from '../harness/service.ts';
import { Network, whyNoNetwork } from '../netaudio/namespaces.ts';

const programs = join(root, 'test/surfaces/programs');
const words = 'programs of others (npm ci --prefix test/surfaces/programs --ignore-scripts)';
const why = whyNoNetwork([existsSync(join(programs, 'node_modules/oscquery')), words]);
const fader = '/channel/input/1/levelDb';

let network: Network | undefined;
afterEach(async () => {
  await stopServices();
  await network?.remove();
});

test.skipIf(why !== '')(
  'oscquery finds the desk, reads the whole tree, listens to a fader and moves it',
  async () => {
    network = new Network();
    const [here, there] = [await network.place(), await network.place()];
    const [own, other] = network.cable(here, there);
    const providers = [...quietConfig.providers, 'surface'];
    const surfaces = [{ name: 'osc', config: { port: 0, queryPort: 0 } }];
    const desk = await startService({ place: here, config: { providers, surfaces } });
    await desk.patch('/surface/osc', { enabled: true, role: 'run', addresses: [other.address] });
    const { port, queryPort } = await desk.until('/surface/osc', (row) => row.queryPort !== null);

    const said = await there.finish(process.execPath, [join(programs, 'browse.mjs'), fader, '-7.5']);
    const seen = JSON.parse(said);
    expect(seen).toMatchObject({
      address: own.address,
      port: queryPort,
      hostInfo: { oscPort: port, oscTransport: 'UDP' },
    });
    expect(seen.hostInfo.extensions).toMatchObject({ VALUE: true, RANGE: true, LISTEN: true });
    expect(seen.heard).toEqual([-144, -7.5]);
    expect((await desk.get('/channel/input/1')).body.levelDb).toBe(-7.5);
    const client = new Client(desk.url);
    const { fields } = await client.options('/channel/input/1');
    const { minimum, maximum } = fields.levelDb as FieldContract;
    expect(seen.fader).toMatchObject({
      access: 3,
      args: [{ type: 'f', value: -144, range: { min: minimum, max: maximum } }],
    });

    // A row that has nothing to say just now (the preamp of a strip without a source) has no contract, or no field.
    const fieldsOf = async (path: string) =>
      Object.keys((await client.options(path).catch(() => undefined))?.fields ?? {});
    // Every row is there, and of each kind of row every field.
    const methods = new Set<string>(seen.methods);
    const rows = new Set([...methods].map((path) => path.slice(0, path.lastIndexOf('/'))));
    const { templates } = (await desk.get('/surface/addresses')).body;
    const lacking: string[] = [];
    for (const { template, n } of templates) {
      // What comes and goes meanwhile.
      if (/^\/(streams|warnings|history\/entries)\/\{/.test(template)) continue;
      const { addresses } = (await desk.get(`/surface/addresses/${n}`)).body;
      for (const path of addresses) if (!rows.has(path) && (await fieldsOf(path)).length > 0) lacking.push(path);
      const fields = addresses.length === 0 ? [] : await fieldsOf(addresses[0]);
      const named = fields.map((field) => `${addresses[0]}/${field}`);
      lacking.push(...named.filter((path) => !methods.has(path)));
    }
    expect(lacking).toEqual([]);
    expect(methods.size).toBeGreaterThan(5000);
  },
  180_000,
);
