// `npm run screenshots -- [FOLDER [NAME...]]`: pictures of the mix page for docs/, of a desk on which a band plays; all of
// them without names.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../harness/service.ts';
import { runTask } from '../harness/task.ts';
import { playBand, storeScenes } from './band.ts';
import { openMixPage, sizes } from './opened-page.ts';
import { withRecorderDouble } from './recorder-double.ts';
import { writeResults } from './written-results.ts';
import { writeTakes } from './written-takes.ts';

type Size = keyof typeof sizes;
interface Picture {
  readonly name: string;
  readonly path: string;
  readonly size: Size;
  readonly theme?: 'dark' | 'light';
  /** Done on the page before the picture. */
  readonly act?: () => Promise<void>;
}

const takeId = '20260801-181500';
const results = ['2026-08-01-16-00-00-ir', '2026-08-01-16-02-00-ir'];

const pictures: readonly Picture[] = [
  { name: 'mix-screen', path: '/mix', size: 'screen' },
  { name: 'mix-screen-light', path: '/mix', size: 'screen', theme: 'light' },
  { name: 'mix-tablet', path: '/mix', size: 'tablet' },
  { name: 'mix-phone', path: '/mix', size: 'phone' },
  { name: 'strip-tablet', path: '/mix#strip/input/14', size: 'tablet' },
  { name: 'strip-phone', path: '/mix#strip/input/14', size: 'phone' },
  ...['scenes', 'patch', 'boxes', 'history/chosen', 'sessions/friday', 'warnings', 'clock'].map((part) => ({
    name: `${part.split('/')[0]}-tablet`,
    path: `/mix#show/${part}`,
    size: 'tablet' as const,
  })),
  { name: 'recording-tablet', path: '/mix#show/record', size: 'tablet' },
  { name: 'takes-tablet', path: `/mix#show/takes/${takeId}`, size: 'tablet' },
  { name: 'soundcheck-tablet', path: '/mix#show/soundcheck', size: 'tablet' },
  { name: 'measure-tablet', path: `/mix#show/measure/${results.join('/')}`, size: 'tablet' },
  { name: 'gain-tablet', path: '/mix#show/gain/input/14', size: 'tablet', act: listen },
  { name: 'feedback-tablet', path: '/mix#strip/input/14/feedback', size: 'tablet' },
  { name: 'settings-tablet', path: '/mix#settings', size: 'tablet' },
  { name: 'monitor-phone', path: '/mix/monitor#mix/1', size: 'phone' },
];

/** Engaged for its own picture only. */
async function soundcheck(engaged: boolean): Promise<void> {
  await service.patch('/playerDouble', { lengthS: 180 });
  const mapping = [1, 2, 8, 14].map((index, at) => ({ strip: { kind: 'input', index }, track: at + 1 }));
  const playing = { positionS: 42, transport: 'play', loop: { fromS: 30.5, toS: 90 } };
  await service.patch('/vsc', { engaged, takeId, mapping, ...playing });
}

/** What the strips are given is proposed. */
async function listen(): Promise<void> {
  for (const name of ['Kick', 'Snare', 'Bass DI']) await page.getByRole('button', { name: new RegExp(name) }).click();
  await page.locator('.measure-run').click();
  await page.locator('.measure-table').waitFor();
}

/** Resolves when nothing has been added to the page for a second, on a busy machine rows come later; or after a while. */
async function grown(): Promise<void> {
  const elements = () => page.evaluate<number>('document.querySelectorAll("*").length');
  let before = -1;
  for (let left = 20, now = await elements(); now !== before && left > 0; left--, now = await elements()) {
    before = now;
    await page.waitForTimeout(1000);
  }
}

const [, , folder = join(root, 'docs/pictures'), ...names] = process.argv;
mkdirSync(folder, { recursive: true });
const desk = withRecorderDouble();
writeTakes(desk.state);
writeResults(desk.state);
const { service, page, close, faults } = await openMixPage('screen', '/mix', desk);
try {
  await playBand(service);
  await storeScenes(service, ['Walk-in', 'Opener', 'Chorus big']);
  await service.patch('/recorderDouble', {
    state: 'ready',
    remainingS: 21_600,
    freeSpaceMb: 148_000,
    neededMemoryMb: 92,
  });
  await runTask(service, '/session/save', { name: 'Friday' });
  const fixed = [
    { frequencyHz: 315, q: 20, gainDb: -6 },
    { frequencyHz: 1250, q: 30, gainDb: -9 },
    { frequencyHz: 3150, q: 30, gainDb: -12 },
  ];
  await service.patch('/channel/input/14/hrp', { enabled: true, fixed });
  await service.patch('/record', { armed: [1, 2, 8, 14].map((index) => ({ kind: 'input', index })) });
  const { entries } = (await service.get('/history')).body;
  const chosen = entries.find(({ count }: { readonly count: number }) => count > 3) ?? entries[0];
  const { origin } = new URL(service.url);
  for (const { name, path, size, theme = 'dark', act } of pictures) {
    if (names.length > 0 && !names.includes(name)) continue;
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await soundcheck(path.endsWith('soundcheck'));
    await page.goto('about:blank');
    await page.goto(origin + path.replace('history/chosen', `history/${chosen.id}`));
    // Meters move, and what is asked once has come.
    await page.waitForTimeout(1500);
    await grown();
    await act?.();
    await page.screenshot({ path: join(folder, `${name}.png`) });
    process.stdout.write(`${name}.png\n`);
  }
} finally {
  await close();
}
if (faults.length > 0) {
  process.stderr.write(`The page complains: ${faults.join('; ')}\n`);
  process.exitCode = 1;
}
