// The style sheets of the page: its colours can be read (contrast of WCAG 2.2, 1.4.3 and 1.4.11), and no part styles another.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const style = (name: string) =>
  readFileSync(new URL(`../../providers/mix/page/style/${name}.css`, import.meta.url), 'utf8');

/** The custom properties of the first block that begins with the selector. */
function tokensOf(css: string, selector: string): Readonly<Record<string, string>> {
  const from = css.indexOf(`${selector} {`);
  expect(from).toBeGreaterThanOrEqual(0);
  const block = css.slice(from, css.indexOf('}', from));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

/** Relative luminance (WCAG 2.2): sRGB, 0 to 1. */
function luminanceOf(colour: string): number {
  const linear = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (linear[0] as number) + 0.7152 * (linear[1] as number) + 0.0722 * (linear[2] as number);
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminanceOf(a), luminanceOf(b)].sort((one, other) => other - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const dark = tokensOf(style('tokens'), ':root');
const light = { ...dark, ...tokensOf(style('tokens'), ':root[data-theme="light"]') };

const texts = [
  ...['page', 'panel', 'ctl', 'raised'].flatMap((ground) => [`text ${ground}`, `text2 ${ground}`]),
  ...['danger', 'warn', 'ok', 'accent', 'send'].map((name) => `${name} panel`),
  ...['accent', 'mute', 'solo', 'send'].map((name) => `on-${name} ${name}`),
];
const shapes = [
  ...['edge ctl', 'edge panel', 'accent panel', 'mute panel'],
  ...['meter', 'meter-high', 'meter-hot', 'meter-clip', 'reduction', 'spectrum'].map((name) => `${name} well`),
  ...['cap panel', 'stale panel'],
];

test.each([
  ['dark', dark],
  ['light', light],
])('%s: text has a contrast of 4.5 to its ground, controls and meters 3', (_, tokens) => {
  const low = (pairs: readonly string[], least: number) =>
    pairs.flatMap((pair) => {
      const [on = '', ground = ''] = pair.split(' ').map((name) => tokens[name] as string);
      const found = contrast(on, ground);
      return found < least ? [`${pair}: ${found.toFixed(2)}`] : [];
    });
  expect([...low(texts, 4.5), ...low(shapes, 3)]).toEqual([]);
});

test('the text of a plate can be read on each of its colours', () => {
  const css = style('plates');
  const usual = tokensOf(css, '[data-colour]');
  const named = [...css.matchAll(/\[data-colour="(\w+)"\]/g)].map(([, name]) => name as string);
  expect(named.length).toBe(9);
  const low = [
    ['off', usual] as const,
    ...named.map((name) => [name, { ...usual, ...tokensOf(css, `[data-colour="${name}"]`) }] as const),
  ]
    .map(([name, { plate, 'on-plate': text }]) => [name, contrast(plate as string, text as string)] as const)
    .filter(([, found]) => found < 4.5);
  expect(low).toEqual([]);
});

test('a class belongs to one part of the page: all of its sheets become one', () => {
  const root = new URL('../../providers/mix/page', import.meta.url).pathname;
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !file.startsWith('dist/'),
  );
  expect(sheets.length).toBeGreaterThan(10);
  const parts = new Map<string, Set<string>>();
  for (const sheet of sheets) {
    const css = readFileSync(join(root, sheet), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    // Alone in its selector: with another class before or behind it, it is one of a context.
    for (const [, name] of css.matchAll(/(?:^|[},])\s*\.([a-z][\w-]*)(?=\s*[,{])/g)) {
      parts.set(name as string, (parts.get(name as string) ?? new Set()).add(sheet.split('/')[0] as string));
    }
  }
  expect(parts.size).toBeGreaterThan(50);
  expect([...parts].filter(([, of]) => of.size > 1).map(([name]) => name)).toEqual([]);
});
