// Levels, and three scenes of them; a recall brings the first one back, and undo the last.
import { type At, has, toFaders, toShow, typeLevel } from './ways.ts';

const songs = [
  { name: 'Opener', levelDb: -5 },
  { name: 'Ballad', levelDb: -12 },
  { name: 'Encore', levelDb: -2 },
];

export async function scenes(at: At): Promise<void> {
  const { hand, page, service } = at;
  await typeLevel(at, 'main/1', -3);
  for (const { name, levelDb } of songs) {
    await typeLevel(at, 'input/1', levelDb);
    await has(at, '/channel/input/1', { levelDb });
    await toShow(at, 'Scenes', 'Scenes');
    await hand.type(name, page.getByRole('textbox', { name: 'Name of a new scene' }));
    await hand.tap(page.getByRole('button', { name: 'Store new' }));
    await service.until('/scenes', ({ items }) => items.at(-1)?.name === name);
    await toFaders(at);
  }
  await toShow(at, 'Scenes', 'Scenes');
  const row = page.locator('.scene-row').filter({ hasText: 'Opener' });
  await hand.hold(row.locator('.recall-at-once'), () => service.until('/scene', ({ name }) => name === 'Opener'));
  await has(at, '/channel/input/1', { levelDb: -5 });
  await hand.tap(page.locator('.top-undo'));
  await has(at, '/channel/input/1', { levelDb: -2 });
}
