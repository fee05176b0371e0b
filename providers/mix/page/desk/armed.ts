// The strips that are recorded.
import { computed, signal } from '@preact/signals';
import { contractOf } from './contracts.ts';
import { field } from './field.ts';
import { isThere } from './rows.ts';
import { allowedStrips, pathOf, type StripRef, toggledStrip } from './strip-list.ts';

/** True while a tap on a plate arms its strip. */
export const isArming = signal(false);

const armed = field<readonly StripRef[]>('/record', 'armed');
const paths = computed(() => new Set((armed.shown.value ?? []).map(pathOf)));
/** None on a desk that doesn't record. */
const armable = computed(
  () => new Set(isThere('/record') ? allowedStrips(contractOf('/record').value?.fields.armed) : []),
);

export const armedCount = computed(() => paths.value.size);
export const isArmed = (path: string): boolean => paths.value.has(path);
export const canBeArmed = (path: string): boolean => armable.value.has(path);

/** Arms a strip, as the last track, or disarms it. */
export function turnArmed(path: string): void {
  if (armable.peek().has(path)) armed.move(toggledStrip(armed.shown.peek() ?? [], path));
}

/** Arms all of these, or disarms all where all are armed. */
export function turnAllArmed(strips: readonly string[]): void {
  const able = strips.filter((path) => armable.peek().has(path));
  const areAll = able.every((path) => paths.peek().has(path));
  const turned = able.filter((path) => areAll || !paths.peek().has(path));
  armed.move(turned.reduce(toggledStrip, armed.shown.peek() ?? []));
}
