// Scenes: the show as it was stored, recalled in one commit, with fades, and with what they keep their hands off.
import { Areas, Audio, Desk, Documents, defineProvider, Faults, Time } from 'rowdesk/provider';
import { ShowState } from '../console/index.ts';
import { Recalling } from './recalling.ts';
import { sceneRow } from './rows/scene.ts';
import { sceneRows } from './rows/scenes.ts';
import { storingRows } from './rows/storing.ts';
import { SceneBook } from './scene-book.ts';
import { ShowPosition } from './show-position.ts';

export { grouped } from './blocked.ts';
export { type ContentRow, contentNow, contentRow, guarded, mostContentRows, valuesOf } from './content.ts';
export { Deviation, type Stored } from './deviation.ts';
export { keepingOf, selectionLimits as wantedLimits } from './keeping.ts';
export { positionChanges } from './position.ts';
export {
  preview,
  previewOf,
  type Recallable,
  type Recaller,
  type RecallNeeds,
  recall,
  type WithheldRows,
} from './recall.ts';
export { previewFields } from './rows/scenes.ts';
export { bodyFields, inOrder, type Scene, SceneBody, showFields, showId } from './scene.ts';
export { mostScenes, SceneBook, type SceneToStore } from './scene-book.ts';
export { stripOf } from './strip-of.ts';

export default defineProvider({
  name: 'scenes',
  roots: ['scenes', 'scene'],
  needs: {
    ...{ areas: Areas, audio: Audio, desk: Desk, documents: Documents, faults: Faults, time: Time },
    show: ShowState.token,
  },
  offers: { book: SceneBook.token, place: ShowPosition.token },
  services: ({ audio, desk, documents, faults }) => {
    const book = new SceneBook(documents, faults);
    return { book, place: new ShowPosition(audio, desk, book, faults) };
  },
  rows: ({ areas, audio, desk, documents, time, offered: { book, place } }) => {
    const recalling = new Recalling({ audio, desk, areas, time, book });
    return [
      ...sceneRows(book, recalling, { desk, areas }),
      ...sceneRow(book, recalling, place, { desk, areas }),
      ...storingRows(book, { desk, areas, documents, time }),
    ];
  },
  start: ({ show, offered: { book, place } }) => {
    const unfollow = place.follow();
    const unuse = show.use({
      read: () => ({ sceneId: place.scene?.id ?? '' }),
      onChange: (changed) => book.onChange(changed),
    });
    return () => {
      unuse();
      unfollow();
    };
  },
});
