import { afterEach, expect, test } from 'vitest';
import { roundsOf } from '../harness/depth.ts';
import { startService, stopServices, temporaryFolder } from '../harness/service.ts';

afterEach(stopServices);

const rounds = roundsOf({ sample: 6, full: 40, soak: 200 });
/** No driver: what is asked here is whether the desk keeps its word, not its sound. */
const config = { providers: ['console', 'clock', 'channel', 'telemetry', 'warnings'], drivers: [], devices: [] };

test(
  `${rounds} rounds of kill -9 under writes lose nothing acknowledged and leave nothing half-written`,
  async () => {
    const state = temporaryFolder();
    /** What was acknowledged as durable, by strip; a write without an answer may or may not be there. */
    const acknowledged = new Map<number, number>();
    const maybe = new Map<number, number>();
    let count = 0;
    let onAnswer = () => {};
    for (let round = 0; round < rounds; round++) {
      const service = await startService({ strips: 'all', state, config });
      for (const [strip, value] of acknowledged) {
        const { body } = await service.get(`/channel/input/${strip}`);
        // both fields of one write, or neither
        expect(body.name).toBe(`n${Math.round(-body.levelDb * 10)}`);
        const found = Math.round(-body.levelDb * 10);
        const unanswered = maybe.get(strip);
        expect(found === value || found === unanswered, `strip ${strip}: ${found}, not ${value}`).toBe(true);
        acknowledged.set(strip, found);
      }
      maybe.clear();
      let alive = true;
      let answers = 0;
      // In the midst of writing: after a number of answers that differs each round, other writes are under way.
      const killed = new Promise<void>((resolve) => {
        onAnswer = () => {
          if (alive && ++answers > (round * 7) % 40) {
            alive = false;
            resolve(service.kill());
          }
        };
      });
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        while (alive) {
          const strip = writer * 4 + 1 + (count % 4);
          const value = (count++ * 37) % 1400;
          maybe.set(strip, value);
          try {
            const answer = await service.patch(`/channel/input/${strip}`, { levelDb: -value / 10, name: `n${value}` });
            expect(answer.status).toBe(200);
            if (answer.headers.get('rowdesk-durable') === 'no') continue;
            acknowledged.set(strip, value);
            maybe.delete(strip);
            onAnswer();
          } catch (error) {
            if (alive) throw error;
          }
        }
      });
      await Promise.all([killed, ...writers]);
    }
    expect(acknowledged.size).toBeGreaterThan(8);
  },
  rounds * 5_000 + 30_000,
);
