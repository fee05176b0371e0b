// A desk with the doubled hardware, and what tests of combs do with it.
import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { expect } from 'vitest';
import { hardwareDouble } from './hardware-double.ts';

const providers = [
  ...['console', 'clock', 'channel', 'stagebox', 'patch', 'safety', 'cue', 'telemetry', 'warnings', 'directPath'],
];
export const port = (n: number) => `virtual-32x16:in-${n}`;
export const output = (n: number) => `virtual-32x16:out-${n}`;
export const route = (out: number, source: number) => `/directPath/box.${out}.${source}`;
/** Main 1 left, in the patch. */
export const mainAt = (n: number) => ({
  ...{ strip: { kind: 'main', index: 1 }, leg: 'left', portId: output(n), levelDb: 0 },
});

export class CombDesk {
  readonly desk: TestHost;
  readonly time: FakeTime;
  readonly hardware: ReturnType<typeof hardwareDouble>;
  /** What the mixer answers when it is asked for latencies; those of the device are 0. */
  paths: readonly { readonly from: string; readonly to: string; readonly processingMs: number }[] = [];

  private constructor(desk: TestHost, time: FakeTime, hardware: CombDesk['hardware']) {
    this.desk = desk;
    this.time = time;
    this.hardware = hardware;
    desk.audio.answers.set('mixer latencies', () => ({ paths: this.paths }));
    const direct = { inputLatencyFrames: 0, outputLatencyFrames: 0 };
    desk.audio.become({ devices: desk.audio.devices.map((device) => ({ ...device, ...direct })) });
  }

  static async open(): Promise<CombDesk> {
    const time = new FakeTime();
    const hardware = hardwareDouble();
    const desk = await startTestHost({ providers: [...providers, hardware.provider], time });
    return new CombDesk(desk, time, hardware);
  }

  /** Lets what is pressed be looked at, and the mixer be asked. */
  readonly pass = async (ms = 100): Promise<void> => {
    for (let step = 0; step < ms; step += 50) {
      this.time.advance(50);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  readonly set = async (path: string, fields: object): Promise<void> => {
    const answer = await this.desk.patch(path, fields);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };

  /** The mixer says so of input 1. */
  readonly report = (field: string, value: unknown, path = '/channel/input/1'): void =>
    this.desk.audio.target('mixer').report(path, field, value);

  readonly warnings = async () => {
    await this.pass();
    const { warnings } = (await this.desk.get('/warnings')).body;
    return warnings.filter(({ titleCode }: { titleCode: { code: string } }) => titleCode.code === 'direct-path-comb');
  };

  /** Of each route with a warning: its id, and the way through the desk. */
  readonly ways = async () =>
    (await this.warnings()).map(({ titleCode: { params } }: { titleCode: { params: Record<string, unknown> } }) => [
      params.id,
      params.way,
    ]);

  /** Input 1 hears source 1, and is heard in main 1, which is played at outputs 1 and 2. */
  readonly faderUp = async (): Promise<void> => {
    await this.set('/channel/input/1', { sourceId: port(1), levelDb: -10 });
    await this.set('/channel/main/1', { levelDb: -20 });
  };
}
