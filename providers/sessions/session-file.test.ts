import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentRow, Scene } from '../scenes/index.ts';
import type { Session } from './session.ts';
import { fromFile, toFile } from './session-file.ts';

const said = {
  ...{ name: 'Friday', notes: '', order: 1, fadeMs: 0, areas: ['fader'], keeps: [] },
  savedAt: '2026-05-01T20:00:00.000Z',
};
const fields = fc.dictionary(fc.constantFrom('levelDb', 'muted', 'name'), fc.oneof(fc.integer(), fc.boolean()), {
  ...{ minKeys: 1, noNullPrototype: true },
});
const row: fc.Arbitrary<ContentRow> = fc.record({
  path: fc.integer({ min: 1, max: 6 }).map((n) => `/channel/input/${n}`),
  area: fc.constantFrom('fader', 'mute', 'name'),
  fields,
});
const content = fc.uniqueArray(row, { selector: ({ path, area }) => `${area} ${path}`, maxLength: 18 });

const sorted = (rows: readonly ContentRow[]) =>
  [...rows].sort((a, b) => (`${a.area} ${a.path}` < `${b.area} ${b.path}` ? -1 : 1));

test('a session and its scenes come back from a file as they were, rows that only one of them has included', () => {
  fc.assert(
    fc.property(content, fc.array(content, { maxLength: 3 }), (whole, others) => {
      const session: Session = { ...said, id: 'friday', remap: [], content: whole };
      const scenes: Scene[] = others.map((own, n) => ({ ...said, id: `scene-${n}`, content: own }));
      const back = fromFile(JSON.parse(JSON.stringify(toFile(session, scenes))));
      expect({ ...back.session, id: 'friday' }).toEqual(session);
      expect(back.scenes.map((scene) => ({ ...scene, content: sorted(scene.content) }))).toEqual(
        scenes.map((scene) => ({ ...scene, content: sorted(scene.content) })),
      );
    }),
  );
});

test('of a scene that is as the session is, the file says nothing twice', () => {
  const whole: ContentRow[] = [{ path: '/channel/input/1', area: 'fader', fields: { levelDb: -6 } }];
  const session: Session = { ...said, id: 'friday', remap: [], content: whole };
  const [scene] = toFile(session, [{ ...said, id: 'one', content: whole }]).scenes;
  expect(scene).toEqual({ ...said, id: 'one', differs: [], lacks: [] });
});
