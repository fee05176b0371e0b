// What garbage at the port of OSC costs others: their PATCH p99 under 10,000 packets a second, against none, and against the
// same flood at a port that nothing reads, since the machine has to carry the packets either way.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quietConfig } from '../harness/service.ts';
import type { Checkout } from './checkout.ts';
import { portOf, silent } from './http.ts';
import { load } from './load.ts';
import { processorShare, startBare, surfaceOf } from './processes.ts';
import { type Figure, held, measured, median, rounded } from './report.ts';

const perSecond = 10_000;
const rounds = 7;
const seconds = 3;
const flood = join(dirname(fileURLToPath(import.meta.url)), 'bare/flood.js');

type Where = 'nowhere' | 'unread' | 'surface';

export async function garbage(of: Checkout): Promise<Figure[]> {
  const providers = [...quietConfig.providers, 'surface'];
  const surfaces = [{ name: 'osc', config: { port: 0 } }];
  const service = await of.start({ config: { ...silent, providers, surfaces } });
  await service.patch('/surface/osc', { enabled: true, role: 'run' });
  const { port } = await service.until('/surface/osc', (row) => row.state === 'running' && row.port !== null);
  const process = surfaceOf(service.child.pid as number);
  const strips = Array.from({ length: 8 }, (_, n) => `/api/channel/input/${n + 1}`);
  const job = { port: portOf(service), connections: 2, seconds, method: 'PATCH' as const, paths: strips };
  const bodies = strips.map(() => '{"levelDb":-#}');

  const p99: Record<Where, number[]> = { nowhere: [], unread: [], surface: [] };
  const shares: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // In turns, so that whatever else the machine does is in all.
    for (const where of ['nowhere', 'unread', 'surface'] as const) {
      const at = where === 'surface' ? { port } : {};
      const flooding = where === 'nowhere' ? undefined : await startBare(flood, { ...at, perSecond });
      const [{ p99Ms, refused }, share] = await Promise.all([
        load({ ...job, bodies }),
        processorShare(process, seconds),
      ]);
      flooding?.child.kill();
      if (refused > 0) throw new Error(`${refused} PATCHes refused`);
      if (round === 0) continue; // the first round warms all up
      p99[where].push(p99Ms);
      if (where === 'surface') shares.push(share);
    }
  }
  const { peers } = (await service.get('/surface/osc')).body;
  const dropped = peers.reduce((sum: number, each: { readonly dropped: number }) => sum + each.dropped, 0);
  await service.stop();
  const [idle, unread, surface] = [median(p99.nowhere), median(p99.unread), median(p99.surface)];
  const name = 'PATCH p99 of others under 10,000 packets of garbage a second';
  return [
    held(
      `${name}, of none`,
      surface / idle,
      { most: 1.5 },
      ' times',
      `${rounded(surface)} ms against ${rounded(idle)} ms`,
    ),
    held(
      `${name}, of the same flood at a port that nothing reads`,
      surface / unread,
      { most: 1.5 },
      ' times',
      `${rounded(surface)} ms against ${rounded(unread)} ms; the medians of ${rounds - 1} rounds`,
    ),
    measured(
      'Processor time of the surface meanwhile, of one core',
      median(shares) * 100,
      ' %',
      `2,000 packets a second of a machine are looked at; ${dropped} were counted as dropped`,
    ),
  ];
}
