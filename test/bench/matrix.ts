// What a matrix inside the hardware costs: 800 places of a TotalMix device beside the same desk without it.
import { join } from 'node:path';
import { quietConfig, removeFolder, type Service, temporaryFolder } from '../harness/service.ts';
import { type Simulator, simulatorLacks, startSimulator } from '../totalmix/simulator.ts';
import type { Checkout } from './checkout.ts';
import { portOf } from './http.ts';
import { load } from './load.ts';
import { processorMs, processorShare, residentMb } from './processes.ts';
import { type Figure, held, measured, median, rounded, shown } from './report.ts';

const rounds = 3;
const settleMs = 3_000;
const restS = 5;
const outputs = 20;
const sources = 40;
const fader = { path: '/channel/input/1', body: '{"levelDb":-#}' };
const place = { path: '/vendorA/totalmix/mix/1/1', body: '{"pan":#}' };

/** What the control process spends: other processes of the machine, the simulator among them, are not in it. */
interface Side {
  readonly us: number[];
  readonly share: number[];
  readonly mb: number[];
}

export async function matrix(of: Checkout): Promise<Figure[]> {
  const how = `a simulated Fireface UCX II, ${outputs} outputs of ${sources} sources, read once a second`;
  if (simulatorLacks !== '') return [shown('800 places of a matrix', 'not measured', `needs ${simulatorLacks}`)];
  const folder = temporaryFolder();
  const simulator = await startSimulator(join(folder, 'midi'));
  const [without, withMatrix]: [Side, Side] = [side(), side()];
  const placeUs: number[] = [];
  let rowMs = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      await measure(await of.start({ config: { ...quietConfig, heartbeatMs: 1000 } }), without);
      const service = await of.start({ config: configOf(simulator) });
      await service.until('/vendorA/totalmix', ({ present, model }) => present && model !== '');
      await service.until(place.path, ({ levelDb }) => levelDb !== null);
      await measure(service, withMatrix, async () => {
        placeUs.push(await patchUs(service, place));
        rowMs = await getMs(service, '/vendorA/totalmix');
      });
    }
  } finally {
    await simulator.end();
    removeFolder(folder);
  }
  const [fader, faderWithout] = [median(withMatrix.us), median(without.us)];
  const share = (median(withMatrix.share) - median(without.share)) * 100;
  const figures = `processor time of the control process, ${rounded(fader)} us against ${rounded(faderWithout)} us`;
  return [
    held('PATCH of a fader beside 800 places of a matrix', fader / faderWithout, { most: 1.2 }, ' times', figures),
    measured('PATCH of a place of the matrix', median(placeUs) / faderWithout, ' times that fader', how),
    held('processor time at rest for 800 places', share, { most: 5 }, ' % of a core', `control process; ${how}`),
    measured('GET of the whole device with its drift', rowMs, ' ms', '2,400 values of the matrix compared'),
    measured('memory for 800 places', median(withMatrix.mb) - median(without.mb), ' MiB', 'control process, resident'),
  ];
}

const side = (): Side => ({ us: [], share: [], mb: [] });

function configOf({ link }: Simulator) {
  const devices = [{ id: 'ucx2', midi: link }];
  return {
    ...quietConfig,
    heartbeatMs: 1000,
    providers: [...quietConfig.providers, 'directPath', 'vendorA'],
    drivers: [...quietConfig.drivers, { name: 'totalmix', config: { devices } }],
  };
}

async function measure(service: Service, { us, share, mb }: Side, more: () => Promise<void> = async () => {}) {
  try {
    const pid = service.child.pid as number;
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    share.push(await processorShare(pid, restS));
    us.push(await patchUs(service, fader));
    await more();
    mb.push(residentMb(pid));
  } finally {
    await service.stop();
  }
}

async function patchUs(service: Service, { path, body }: typeof fader): Promise<number> {
  const pid = service.child.pid as number;
  const job = { port: portOf(service), connections: 1, seconds: 3, method: 'PATCH' as const };
  const before = processorMs(pid);
  const { requestsPerSecond, refused } = await load({ ...job, paths: [`/api${path}`], bodies: [body] });
  if (refused > 0) throw new Error(`${refused} PATCHes of ${path} were refused`);
  const usedMs = processorMs(pid) - before;
  return (usedMs * 1000) / (requestsPerSecond * job.seconds);
}

async function getMs(service: Service, path: string): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < 20; round++) {
    const began = performance.now();
    await service.get(path);
    taken.push(performance.now() - began);
  }
  return median(taken);
}
