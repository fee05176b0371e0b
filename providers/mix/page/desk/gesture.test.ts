import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { FakeTiming, settled } from '../../../../core/client/timing-double.ts';
import { gestureField } from './gesture.ts';

/** A field of a row at -20 dB, whose answers come when a test says so. */
function slowField() {
  const timing = new FakeTiming();
  const row = signal<unknown>(-20);
  const isMovable = signal(true);
  const refusal = signal('');
  const writes: { readonly value: unknown; readonly resolve: () => void; readonly reject: (error: Error) => void }[] =
    [];
  const field = gestureField({
    path: '/channel/input/1',
    name: 'levelDb',
    confirmed: row,
    isMovable,
    write: (value) => new Promise<void>((resolve, reject) => writes.push({ value, resolve, reject })),
    refusal,
    refuse: (error) => {
      refusal.value = (error as Error).message;
    },
    forgetRefusal: () => {
      refusal.value = '';
    },
    nowMs: () => timing.nowMs(),
    after: (ms, call) => timing.after(ms, call),
  });
  const answer = async () => {
    const write = writes.shift();
    row.value = write?.value;
    write?.resolve();
    await settled();
  };
  const refuse = async (message: string) => {
    writes.shift()?.reject(new Error(message));
    await settled();
  };
  return { timing, row, isMovable, writes, field, answer, refuse };
}

test('a touch writes nothing', async () => {
  const { timing, writes, field } = slowField();
  field.hold();
  expect([field.shown.value, field.isHeld.value]).toEqual([-20, true]);
  field.release();
  await timing.pass(2000);
  expect([field.shown.value, field.isHeld.value, writes.length]).toEqual([-20, false, 0]);
});

test('the cap never goes back while answers are late, and shows the row after the last one', async () => {
  const { timing, field, answer } = slowField();
  const seen: unknown[] = [];
  field.shown.subscribe((value) => seen.push(value));
  field.hold();
  for (const value of [-18, -16, -14]) {
    field.move(value);
    await timing.pass(100);
  }
  await answer();
  field.release();
  await timing.pass(300);
  await answer();
  await answer();
  expect(seen).toEqual([-20, -18, -16, -14]);
  expect(field.isOwn(-16)).toBe(false);
});

test('a second after the release the row is shown, answered or not', async () => {
  const { timing, field } = slowField();
  field.hold();
  field.move(-10);
  field.release();
  await timing.pass(999);
  expect(field.shown.value).toBe(-10);
  await timing.pass(1);
  expect(field.shown.value).toBe(-20);
});

test('a step without a finger is shown until its answer, however late, and the next one goes on from it', async () => {
  const { timing, field, answer } = slowField();
  field.move(-19);
  expect([field.shown.value, field.isHeld.value]).toEqual([-19, false]);
  await answer();
  expect(field.shown.value).toBe(-19);
  field.move(-18);
  await timing.pass(5000);
  expect([field.shown.value, field.state.value]).toEqual([-18, 'pending']);
  field.move((field.shown.value as number) + 1);
  await answer();
  await answer();
  expect([field.shown.value, field.state.value]).toEqual([-17, 'confirmed']);
});

test('an answer later than 150 ms looks pending; a drag whose answers come in time never does', async () => {
  const { timing, field, answer } = slowField();
  field.hold();
  for (let step = 0; step < 20; step++) {
    field.move(step - 20);
    await timing.pass(40);
    expect(field.state.value).toBe('confirmed');
    if (step > 0) await answer();
  }
  await timing.pass(149);
  expect(field.state.value).toBe('confirmed');
  await timing.pass(1);
  expect(field.state.value).toBe('pending');
  await answer();
  expect(field.state.value).toBe('confirmed');
});

test('the third of ten writes is refused: the sentence stays until the next touch, nothing stays pending', async () => {
  const { timing, field, answer, refuse } = slowField();
  field.hold();
  for (let step = 1; step <= 10; step++) field.move(step - 20);
  await answer();
  await answer();
  await refuse('Not above -18 dB.');
  expect([field.state.value, field.refusal.value, field.shown.value]).toEqual(['refused', 'Not above -18 dB.', -10]);
  for (let step = 4; step <= 10; step++) await answer();
  await timing.pass(200);
  expect([field.state.value, field.shown.value]).toEqual(['refused', -10]);
  field.release();
  expect([field.state.value, field.shown.value, field.confirmed.value]).toEqual(['refused', -10, -10]);
  field.hold();
  expect([field.state.value, field.refusal.value]).toEqual(['confirmed', '']);
});

test('a refused value goes back to what the desk has, in the hand and out of it', async () => {
  const { field, refuse } = slowField();
  field.hold();
  field.move(-5);
  await refuse('No.');
  expect([field.shown.value, field.isHeld.value, field.state.value]).toEqual([-20, true, 'refused']);
  field.release();
  field.move(-4);
  expect(field.state.value).toBe('confirmed');
  await refuse('No.');
  expect([field.shown.value, field.state.value]).toEqual([-20, 'refused']);
});

test('a lost connection ends the drag, nothing is moved meanwhile, and it begins again from the row', async () => {
  const { row, isMovable, writes, field, refuse } = slowField();
  field.hold();
  field.move(-10);
  isMovable.value = false;
  expect([field.shown.value, field.isHeld.value, field.state.value]).toEqual([-20, false, 'stale']);
  await refuse('No answer.');
  field.move(-9);
  field.hold();
  expect([field.isHeld.value, writes.length, field.refusal.value]).toEqual([false, 0, '']);
  row.value = -30;
  isMovable.value = true;
  expect([field.shown.value, field.state.value, writes.length]).toEqual([-30, 'confirmed', 0]);
  field.hold();
  expect(field.shown.value).toBe(-30);
});

test('another hand is seen elsewhere while this one holds, echoes of this one are not; the later write stands', async () => {
  const { row, field, answer } = slowField();
  field.hold();
  expect(field.elsewhere.value).toBeUndefined();
  field.move(-10);
  field.move(-9);
  await answer();
  expect(field.elsewhere.value).toBeUndefined();
  row.value = -40;
  expect([field.elsewhere.value, field.shown.value, field.isOwn(-40)]).toEqual([-40, -9, false]);
  await answer();
  expect(field.elsewhere.value).toBeUndefined();
  field.release();
  row.value = -40;
  expect([field.shown.value, field.elsewhere.value]).toEqual([-40, undefined]);
});
