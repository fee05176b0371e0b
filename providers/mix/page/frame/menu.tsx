// Where to go from here; on a phone also what has no room beside the faders.
import { contractOf } from '../desk/contracts.ts';
import { show } from '../desk/view.ts';
import { type TextKey, t, textOr } from '../text/text.ts';
import './panel.css';
import { showFaders } from './bank.ts';
import { FadersSet } from './faders-set.tsx';
import { MuteGroups } from './mute-groups.tsx';
import { NameAsked } from './name-asked.tsx';
import { otherPages } from './pages.ts';
import { MarkKey } from './record-key.tsx';
import { Scene } from './scene.tsx';
import { arrangement } from './size.ts';
import { Talks } from './talk.tsx';
import { Status } from './top-bar.tsx';

/** Views with the row without which they are not there. */
const views: readonly (readonly [segments: readonly string[], text: TextKey, row?: string])[] = [
  [['show', 'scenes'], 'frame.menu.scenes', '/scene'],
  [['show', 'names'], 'frame.menu.names', '/channel'],
  [['show', 'listen'], 'frame.menu.listen', '/cue'],
  [['show', 'gain'], 'frame.menu.gain', '/measurement/gain'],
  [['show', 'measure'], 'frame.menu.measure', '/measurement'],
  [['show'], 'frame.menu.show'],
  [['settings'], 'frame.settings'],
  [['keys'], 'frame.keys'],
];

export function Menu() {
  const { kind } = arrangement.value;
  const isSmall = kind === 'phone' || kind === 'low';
  return (
    <main class="panel">
      <header class="panel-head">
        <Status />
        <NameAsked />
        <button type="button" onClick={showFaders}>
          {t('frame.close')}
        </button>
      </header>
      {isSmall && <FadersSet chosen={showFaders} />}
      {isSmall && <MuteGroups />}
      {kind === 'phone' && (
        <div class="panel-form top-bar-like">
          <MarkKey />
          <Scene />
          <Talks />
        </div>
      )}
      <h2>{t('frame.views')}</h2>
      <nav class="panel-links" aria-label={t('frame.views')}>
        <button type="button" onClick={showFaders}>
          {t('frame.mix')}
        </button>
        {views.map(([segments, text, row]) =>
          row !== undefined && contractOf(row).value === undefined ? null : (
            <button type="button" key={text} onClick={() => show(...segments)}>
              {t(text)}
            </button>
          ),
        )}
        {otherPages.value.map(({ path, title, about }) => (
          <a key={path} href={path}>
            {textOr(`frame.page.${path}`, title)}
            <small>{textOr(`frame.page.${path}.about`, about)}</small>
          </a>
        ))}
      </nav>
    </main>
  );
}
