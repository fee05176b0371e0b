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

export function meterColours(): MeterColours {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  return Object.fromEntries(entries) as MeterColours;
}

/** Calls after the theme has changed, until the returned function is called. */
export function onTheme(call: () => void): () => void {
  const observer = new MutationObserver(call);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  const system = matchMedia('(prefers-color-scheme: light)');
  system.addEventListener('change', call);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', call);
  };
}
