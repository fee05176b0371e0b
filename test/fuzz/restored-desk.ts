// A large desk that is backed up, changed everywhere, and restored: how long a turn of the loop takes in each part.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../core/host/config.ts';
import type { TestHost } from '../../core/testing.ts';
import { startTestHost } from '../../core/testing.ts';
import { ran, saved, sent, uploadId } from '../../providers/backup/backup-fixture.ts';
import consoleProvider from '../../providers/console/index.ts';
import { root } from '../harness/service.ts';
import { Holds } from './holds.ts';

const { providers } = readConfig(join(root, 'providers.config.json'));
const inputs = 239;
const one = { aux: 1, fxReturn: 1, matrix: 1, main: 1, cue: 1, fxSend: 1, dca: 1, muteGroup: 1, mixMinus: 1 };
const layout = { ...one, input: inputs, mix: 8 };

export interface RestoredDesk {
  readonly desk: TestHost;
  /** Writes all fields that differ: some 30 of each input. */
  change(n: number): Promise<void>;
  /** The longest turn in ms of processor time. */
  save(): Promise<number>;
  check(): Promise<{ readonly longestMs: number; readonly wouldChange: number }>;
  restore(): Promise<{ readonly longestMs: number; readonly changed: number; readonly outcome: string }>;
  close(): Promise<void>;
}

/** With its store on the disk. */
export async function openRestoredDesk(): Promise<RestoredDesk> {
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-restored-'));
  const others = providers.map(({ name }) => name).filter((name) => name !== 'console');
  const given = { provider: consoleProvider, config: { layout } };
  const desk = await startTestHost({ providers: [given, ...others], stateFolder });
  let file: Uint8Array = new Uint8Array();
  return {
    desk,
    async change(n) {
      const changes = Array.from({ length: inputs }, (_, at) => changesOf(at + 1, n)).flat();
      await desk.host.desk.commit({ actor: 'x', label: `Change ${n}`, changes });
    },
    async save() {
      const holds = new Holds();
      file = await holds.during(() => saved(desk), 20);
      return holds.longestMs;
    },
    async check() {
      await sent(desk, file);
      const holds = new Holds();
      const { report } = await holds.during(() => ran(desk, '/backup/restore', { id: uploadId }), 20);
      return { longestMs: holds.longestMs, wouldChange: report.wouldChange };
    },
    async restore() {
      await sent(desk, file);
      const holds = new Holds();
      const { report, refusal } = await holds.during(
        () => ran(desk, '/backup/restore', { id: uploadId, confirm: true }),
        200,
      );
      if (report === null) throw new Error(JSON.stringify(refusal));
      return { longestMs: holds.longestMs, changed: report.changed, outcome: report.outcome };
    },
    async close() {
      await desk.close();
      rmSync(stateFolder, { recursive: true, force: true });
    },
  };
}

function changesOf(index: number, n: number) {
  const path = `/channel/input/${index}`;
  const fields = (row: string, values: object) =>
    Object.entries(values).map(([field, value]) => ({ path: `${path}${row}`, field, value }));
  return [
    ...fields('', {
      name: `Input ${index} ${n}`,
      levelDb: -10 - n,
      pan: n,
      muted: n % 2 === 1,
      trimDb: n / 4,
      colour: n % 2 ? 'red' : 'blue',
    }),
    ...fields(
      '/chain/processors/eq/values',
      Object.fromEntries(
        [1, 2, 3, 4].flatMap((band) => [
          [`band${band}GainDb`, n / 4],
          [`band${band}FrequencyHz`, 100 * band + n],
          [`band${band}Q`, 0.5 + n / 50],
        ]),
      ),
    ),
    ...[1, 2, 3, 4, 5, 6].flatMap((mix) => fields(`/sends/mix/${mix}`, { levelDb: -20 - n, pan: n })),
    ...fields('/align', { delayMs: n }),
  ];
}
