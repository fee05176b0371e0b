// A field under a finger: what is shown is the gesture's value while there is one, else the row's. Every control that
// writes is made of this.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { client } from './client.ts';
import { forgetRefusal, refusalOf, refuse } from './refusals.ts';
import { fieldOf, rowOf } from './rows.ts';

export type FieldState = 'confirmed' | 'pending' | 'refused' | 'stale';

interface Gesture {
  readonly value: unknown;
  readonly isHeld: boolean;
}

export interface Field<T> {
  readonly path: string;
  readonly name: string;
  /** What the control shows. */
  readonly shown: ReadonlySignal<T | undefined>;
  /** What the desk has. */
  readonly confirmed: ReadonlySignal<T | undefined>;
  readonly state: ReadonlySignal<FieldState>;
  /** '' unless the last write was refused. */
  readonly refusal: ReadonlySignal<string>;
  readonly isHeld: ReadonlySignal<boolean>;
  /** A finger takes it; nothing is written. */
  hold(): void;
  /** Moves it; the latest value wins. Without `hold` it is one step of a key or a wheel. */
  move(value: T): void;
  /** The finger leaves. What the desk has is shown again once it has answered, or after a second. */
  release(): void;
}

/** An answer later than this looks pending. */
const pendingMs = 150;
const settleMs = 1000;

const made = new Map<string, Field<unknown>>();

/** The one Field of this field. */
export function field<T>(path: string, name: string): Field<T> {
  const key = `${path}#${name}`;
  const there = made.get(key) ?? make(path, name);
  made.set(key, there);
  return there as Field<T>;
}

/** Writes at once: a press, a choice. */
export const write = <T>(path: string, name: string, value: T): void => field<T>(path, name).move(value);

function make(path: string, name: string): Field<unknown> {
  const gesture: Signal<Gesture | undefined> = signal(undefined);
  const isLate = signal(false);
  const confirmed = fieldOf(path, name);
  const refusal = refusalOf(path, name);
  let underWay = 0;
  let late: ReturnType<typeof setTimeout> | undefined;
  let settled: ReturnType<typeof setTimeout> | undefined;

  const settle = () => {
    clearTimeout(settled);
    if (gesture.peek()?.isHeld === false) gesture.value = undefined;
  };
  const answered = () => {
    if (--underWay > 0) return;
    clearTimeout(late);
    late = undefined;
    isLate.value = false;
    settle();
  };

  return {
    path,
    name,
    confirmed,
    refusal,
    shown: computed(() => (gesture.value === undefined ? confirmed.value : gesture.value.value)),
    isHeld: computed(() => gesture.value?.isHeld === true),
    state: computed(() => {
      if (rowOf(path).value.life !== 'live') return 'stale';
      if (refusal.value !== '') return 'refused';
      return isLate.value ? 'pending' : 'confirmed';
    }),
    hold() {
      forgetRefusal(path, name);
      clearTimeout(settled);
      gesture.value = { value: gesture.peek()?.value ?? confirmed.peek(), isHeld: true };
    },
    move(value) {
      if (rowOf(path).peek().life !== 'live') return;
      forgetRefusal(path, name);
      gesture.value = { value, isHeld: gesture.peek()?.isHeld ?? false };
      underWay++;
      late ??= setTimeout(() => {
        isLate.value = true;
      }, pendingMs);
      (client.move as (path: string, name: string, value: unknown) => Promise<unknown>)
        .call(client, path, name, value)
        .then(answered, (error: unknown) => {
          refuse(path, name, error);
          answered();
        });
    },
    release() {
      const now = gesture.peek();
      if (now === undefined) return;
      gesture.value = { ...now, isHeld: false };
      if (underWay === 0) settle();
      else settled = setTimeout(settle, settleMs);
    },
  };
}
