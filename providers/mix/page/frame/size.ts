// The size of the window and of the bank in CSS px, and how large its reader has set the text. One observer for all.
import { computed, signal } from '@preact/signals';
import { arrangementOf } from './arrangement.ts';

export const pageSize = signal({ widthPx: innerWidth, heightPx: innerHeight });
const bankSize = signal({ widthPx: 0, heightPx: 0 });
/** 1 for text of 16 px. */
export const textScale = signal(1);

const observer = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const size = { widthPx: contentRect.width, heightPx: contentRect.height };
    if (target === document.documentElement) pageSize.value = size;
    else if (target === rem) textScale.value = Math.max(0.5, size.widthPx / 16);
    else bankSize.value = size;
  }
});

const rem = document.createElement('div');
rem.className = 'rem';
rem.ariaHidden = 'true';
document.body.append(rem);
observer.observe(rem);
observer.observe(document.documentElement);

/** CSS px of a rem, as its reader has set it. */
export const remPx = computed(() => 16 * textScale.value);

/** A ref for the bank. */
export function observeBank(bank: Element | null): (() => void) | undefined {
  if (bank === null) return;
  observer.observe(bank);
  return () => observer.unobserve(bank);
}

/** Room for several parts of a strip beside each other. */
export const isWide = computed(() => pageSize.value.widthPx >= 900 * Math.max(1, textScale.value));

/** So large that bars take a second row. */
export const isLargeText = computed(() => textScale.value >= 1.4);

/** How many strips the largest group of the desk has. */
export const largestGroup = signal(0);

export const arrangement = computed(() =>
  arrangementOf(pageSize.value, bankSize.value, textScale.value, largestGroup.value),
);
