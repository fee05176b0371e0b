import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Reading, Value } from '../../driver.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import { type Report, StateReporter } from './state-reporter.ts';

const paths = ['/0', '/1', '/2', '/3', '/4', '/5', '/6'] as const;
const reading = (path: string, value: unknown): Reading => ({ path, field: 'f', value, state: 'applied' });

/** A device that applies blocks later, refuses 6 to 9, and may give new objects and another order. */
class Device {
  readonly target = 'box';
  values: Reading[] = [];
  #revision = 0;
  #blocks: { readonly revision: number; readonly values: readonly Value[] }[] = [];

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    const isRefused = ({ value }: Value) => (value as number) >= 6;
    this.#blocks.push({ revision, values: values.filter((each) => !isRefused(each)) });
    return values.filter(isRefused).map((each) => ({ ...each, state: 'refused', reason: 'too much' }));
  }

  settle(): void {
    for (const { revision, values } of this.#blocks.splice(0)) {
      this.#revision = revision;
      for (const { path, value } of values) this.set(path, value);
    }
  }

  set(path: string, value: unknown): void {
    const at = this.values.findIndex((each) => each.path === path);
    if (at < 0) this.values.push(reading(path, value));
    else this.values[at] = reading(path, value);
  }

  observe() {
    return { revision: this.#revision, values: this.values };
  }
}

/** The control process: it has the last report of each field. */
class Control {
  readonly has = new Map<string, Reading>();
  readonly acknowledged: number[] = [];
  isGone = false;

  take({ sequence, values }: Report): void {
    if (this.isGone) throw new Error('the link is not there');
    for (const each of values) this.has.set(each.path, each);
    this.acknowledged.push(sequence);
  }
}

const path = fc.constantFrom(...paths);
const value = fc.integer({ min: 0, max: 9 });
const step = fc.oneof(
  fc.record({ do: fc.constant('set' as const), path, value }),
  fc.record({ do: fc.constant('apply' as const), path, value, complete: fc.boolean() }),
  fc.record({ do: fc.constantFrom('settle', 'renew', 'turn', 'wait', 'report', 'full', 'delta', 'lose') }),
);

test('after each answer the control process has what the device has, whatever was written, refused, lost or reordered', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 60 }), (script) => {
      const time = new FakeTime();
      const device = new Device();
      const control = new Control();
      const target = { number: 1, name: 'box', convergent: device };
      const reporter = new StateReporter(
        target,
        time,
        (report) => control.take(report),
        () => {},
      );
      let revision = 0;
      let question = 1000;
      for (const each of script) {
        if (each.do === 'set') device.set(each.path, each.value);
        else if (each.do === 'apply') {
          revision++;
          reporter.apply(revision, revision, each.complete, [{ path: each.path, field: 'f', value: each.value }]);
          expect(control.acknowledged.at(-1)).toBe(revision);
        } else if (each.do === 'settle') device.settle();
        else if (each.do === 'renew') device.values = device.values.map((old) => ({ ...old }));
        else if (each.do === 'turn') device.values = [...device.values.slice(1), ...device.values.slice(0, 1)];
        else if (each.do === 'wait') time.advance(100);
        else if (each.do === 'report') reporter.report();
        else if (each.do === 'lose') {
          control.isGone = true;
          expect(() => reporter.observe(++question, 'delta')).toThrow('not there');
          control.isGone = false;
        } else {
          reporter.observe(++question, each.do === 'full' ? 'full' : 'delta');
          expect(control.acknowledged.at(-1)).toBe(question);
          const known = device.values.map(({ path }) => control.has.get(path));
          expect(known).toEqual(device.values);
        }
      }
      reporter.stop();
    }),
  );
});
