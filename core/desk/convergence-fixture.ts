// A desk in a test, with a mixer and a box that are to agree with it.
import type { Row } from '../provider.ts';
import { Faults } from '../rows/faults.ts';
import { Registry } from '../rows/registry.ts';
import type { Log } from '../services.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { WarningBoard } from '../warnings.ts';
import { ConvergenceCore } from './convergence.ts';
import { DeskCore } from './desk.ts';
import { Seen } from './seen.ts';
import { MemoryStore } from './store-doubles.ts';
import { TargetDouble, TargetsDouble } from './target-doubles.ts';

/** Of provider `a`. */
export async function convergingDesk(rows: readonly Row[], log: Log) {
  const time = new FakeTime();
  const warnings = new WarningBoard(time, log);
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows }]);
  const seen = new Seen(new Faults(log));
  const desk = new DeskCore({ registry, store: new MemoryStore(), seen, time, warnings, log });
  await desk.open();
  const mixer = new TargetDouble('mixer');
  const box = new TargetDouble('box');
  const targets = new TargetsDouble(mixer, box);
  const convergence = new ConvergenceCore({ desk, registry, targets, time, warnings, log, heartbeatMs: 1000 });
  convergence.start();
  return { time, warnings, desk, mixer, box, convergence };
}

/** Lets answers arrive. */
export async function turn(): Promise<void> {
  for (let n = 0; n < 5; n++) await Promise.resolve();
}
