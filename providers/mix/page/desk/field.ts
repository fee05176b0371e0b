// The fields of the desk as controls hold them. Every control that writes is made of this.
import { computed } from '@preact/signals';
import { client } from './client.ts';
import { contractOf } from './contracts.ts';
import { type GestureField, gestureField } from './gesture.ts';
import { holder } from './holder.ts';
import { forgetRefusal, refusalOf, refuse } from './refusals.ts';
import { fieldOf, rowOf } from './rows.ts';

export type { Field, FieldState, GestureField } from './gesture.ts';

const made = new Map<string, GestureField<unknown>>();

/** The one Field of this field. */
export function field<T>(path: string, name: string): GestureField<T> {
  const key = `${path}#${name}`;
  const there = made.get(key) ?? make(path, name);
  made.set(key, there);
  return there as GestureField<T>;
}

/** Writes at once: a press, a choice. */
export const write = <T>(path: string, name: string, value: T): void => field<T>(path, name).move(value);

function make(path: string, name: string): GestureField<unknown> {
  const row = rowOf(path);
  const move = client.move.bind(client) as (path: string, name: string, value: unknown) => Promise<unknown>;
  return gestureField({
    path,
    name,
    confirmed: fieldOf(path, name),
    isMovable: computed(
      () => row.value.life === 'live' && (path === '/console' || !isLocked.value) && isPermitted(path, name),
    ),
    write: (value) => move(path, name, value),
    refusal: refusalOf(path, name),
    refuse: (error) => refuse(path, name, error),
    forgetRefusal: () => forgetRefusal(path, name),
    nowMs: () => performance.now(),
    after(ms, call) {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
  });
}

/** What the key of this page may write; OPTIONS knows it of a key that may write some. */
function isPermitted(path: string, name: string): boolean {
  const own = holder.value;
  if (own === undefined || own.role === 'run') return true;
  return own.role === 'mix' && contractOf(path).value?.fields[name]?.access === 'rw';
}

/** The desk takes no writes but its own unlocking. */
export const isLocked = computed(() => fieldOf('/console', 'locked').value === 'all');
