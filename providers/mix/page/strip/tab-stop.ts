// A bank is one stop of the Tab key: the strip that was last in the hand, else the first. Arrows lead from strip to strip.
import { computed, signal } from '@preact/signals';
import { selected } from '../desk/view.ts';

const shown = signal<readonly string[]>([]);

export const shownStrips = {
  /** A strip is on the screen until the returned function is called. */
  add(path: string): () => void {
    shown.value = [...shown.peek(), path];
    return () => {
      const at = shown.peek().indexOf(path);
      shown.value = shown.peek().filter((_, n) => n !== at);
    };
  },
};

/** From left to right: a bank comes in turns, behind what stands beside it. */
export const stripOrder = signal<readonly string[]>([]);

export const tabStop = computed(() => {
  if (shown.value.includes(selected.value ?? '')) return selected.value as string;
  return stripOrder.value.find((path) => shown.value.includes(path)) ?? shown.value[0];
});
