// What each key does.
import { type TextKey, t } from '../text/text.ts';
import './panel.css';
import { showFaders } from './bank.ts';

const keys: readonly (readonly [keys: string, text: TextKey])[] = [
  ['← →', 'frame.key.strips'],
  ['↑ ↓', 'frame.key.level'],
  ['Shift ↑ ↓', 'frame.key.fine'],
  ['PageUp PageDown', 'frame.key.coarse'],
  ['Home', 'frame.key.off'],
  ['0 End', 'frame.key.zero'],
  ['=', 'frame.key.type'],
  ['M', 'frame.key.mute'],
  ['S', 'frame.key.solo'],
  ['L', 'frame.key.say'],
  ['Enter', 'frame.key.detail'],
  ['N', 'frame.key.name'],
  ['D', 'frame.key.spill'],
  ['[ ]', 'frame.key.bank'],
  ['1 – 9', 'frame.key.sends'],
  ['F', 'frame.key.main'],
  ['C', 'frame.key.clear'],
  ['G', 'frame.key.go'],
  ['T', 'frame.key.talk'],
  ['R', 'frame.key.record'],
  ['Ctrl Z', 'frame.key.undo'],
  ['Ctrl Shift Z', 'frame.key.redo'],
  ['Ctrl Shift X', 'frame.key.panic'],
  ['Esc', 'frame.key.back'],
  ['?', 'frame.key.help'],
];

export function KeysHelp() {
  return (
    <main class="panel">
      <header class="panel-head">
        <h1>{t('frame.keys')}</h1>
        <button type="button" onClick={showFaders}>
          {t('frame.close')}
        </button>
      </header>
      <p>{t('frame.keys.where')}</p>
      <dl class="panel-keys">
        {keys.map(([names, text]) => (
          <div key={names}>
            <dt>
              <kbd>{names}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
