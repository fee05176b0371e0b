// The colours of meters, from the tokens of the theme.

const tokens = {
  well: '--well',
  meter: '--meter',
  high: '--meter-high',
  hot: '--meter-hot',
  reduction: '--reduction',
  peak: '--text',
  edge: '--edge',
  line: '--line',
} as const;

export type MeterColours = Readonly<Record<keyof typeof tokens, string>>;

let known: MeterColours | undefined;

/** Read once for each theme: a reading has the browser work out all styles at once. */
export function meterColours(): MeterColours {
  known ??= read();
  return known;
}

function read(): MeterColours {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  return Object.fromEntries(entries) as MeterColours;
}

const listeners = new Set<() => void>();

function changed(): void {
  known = undefined;
  for (const call of listeners) call();
}

new MutationObserver(changed).observe(document.documentElement, {
  attributes: true,
  attributeFilter: ['data-theme', 'class', 'style'],
});
matchMedia('(prefers-color-scheme: light)').addEventListener('change', changed);

/** Calls after the theme has changed, until the returned function is called. */
export function onTheme(call: () => void): () => void {
  listeners.add(call);
  return () => void listeners.delete(call);
}
