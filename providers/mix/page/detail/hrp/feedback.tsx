// Protection against howling: its settings, its notches over the spectrum and in words, and ringing out before the show.
import { useSignal } from '@preact/signals';
import { ControlFor, Refusal } from '../../control/control-for.tsx';
import { HoldButton } from '../../control/hold-button.tsx';
import { numberWords } from '../../control/number-words.ts';
import { contractOf } from '../../desk/contracts.ts';
import { fieldOf, isLive, isThere, rowOf, useRows } from '../../desk/rows.ts';
import { task } from '../../desk/tasks.ts';
import { isInSight } from '../../desk/visibility.ts';
import { t } from '../../text/text.ts';
import { EqPlot } from '../eq/eq-plot.tsx';
import './hrp.css';
import { candidatesOf, costDbOf, isHowling, type Notch, notchesOf, reportPath } from './hrp-row.ts';
import { signOf } from './notches.tsx';

export function Feedback({ path }: { readonly path: string }) {
  const hrp = `${path}/hrp`;
  const report = reportPath(path);
  const nothing = useSignal('');
  useRows([hrp, ...(isInSight.value ? [report] : [])]);
  if (!isThere(hrp)) return null;
  const numbers = Object.entries(contractOf(hrp).value?.fields ?? {}).filter(
    ([name, { access, type }]) => access === 'rw' && type !== 'array' && name !== 'enabled' && name !== 'mode',
  );
  const hasSound = rowOf(report).value.life !== 'gone';
  return (
    <section class="detail-panel hrp" aria-label={t('detail.feedback')}>
      <header>
        <ControlFor path={hrp} name="enabled" label={t('detail.feedback')} />
        <HowlWords path={path} />
      </header>
      <ControlFor path={hrp} name="mode" />
      <Acts path={hrp} />
      <EqPlot path={path} handles={[]} chosen={nothing} />
      <div class="knobs">
        {numbers.map(([name, contract]) => (
          <ControlFor key={name} path={hrp} name={name} contract={contract} />
        ))}
      </div>
      <p class="note">{t('detail.ringOut')}</p>
      {hasSound && <Cost costDb={costDbOf(path)} />}
      {hasSound && (
        <div class="hrp-lists">
          <NotchList words={t('detail.notches.live')} notches={notchesOf(path).filter(({ fixed }) => !fixed)} />
          <NotchList words={t('detail.notches.fixed')} notches={notchesOf(path).filter(({ fixed }) => fixed)} />
          <Candidates path={path} />
        </div>
      )}
      <Refusal path={hrp} name="fixed" />
    </section>
  );
}

/** Whether it howls, and how far from it the strip is. */
function HowlWords({ path }: { readonly path: string }) {
  const headroomDb = fieldOf<number>(reportPath(path), 'headroomDb').value ?? 0;
  return (
    <span role="status">
      {isHowling(path) ? (
        <b class="howl-light">▲ {t('detail.howls')}</b>
      ) : (
        headroomDb > 0 && (
          <span class="note">{t('detail.headroom', { level: numberWords(headroomDb, 'dB').replace('+', '') })}</span>
        )
      )}
    </span>
  );
}

function Acts({ path }: { readonly path: string }) {
  const [fix, reset] = [task(`${path}/fix`), task(`${path}/reset`)];
  const isOff = !isLive(path) || fix.isRunning.value || reset.isRunning.value;
  const refusal = fix.refusal.value || reset.refusal.value;
  return (
    <>
      <div class="keys">
        <button type="button" disabled={isOff} onClick={() => void fix.run()}>
          ■ {t('detail.fix')}
        </button>
        <button type="button" disabled={isOff} onClick={() => void reset.run({ scope: 'live' })}>
          {t('detail.reset.live')}
        </button>
        {(['fixed', 'all'] as const).map((scope) => (
          <HoldButton key={scope} disabled={isOff} onHeld={() => void reset.run({ scope })}>
            {t(`detail.reset.${scope}`)} <small>{t('detail.hold')}</small>
          </HoldButton>
        ))}
      </div>
      {refusal !== '' && (
        <p class="refusal" role="status" dir="auto">
          {refusal}
        </p>
      )}
    </>
  );
}

function Cost({ costDb }: { readonly costDb: number }) {
  if (costDb === 0) return null;
  return <p>{t('detail.notches.cost', { level: numberWords(Math.abs(costDb), 'dB').replace('+', '') })}</p>;
}

function NotchList({ words, notches }: { readonly words: string; readonly notches: readonly Notch[] }) {
  return (
    <section aria-label={words}>
      <h2>{words}</h2>
      {notches.length === 0 ? (
        <p class="note">{t('detail.notches.none')}</p>
      ) : (
        <ul>
          {notches.map((notch) => (
            <li key={notch.slot}>
              <b>
                <span aria-hidden="true">{signOf(notch)}</span> {numberWords(notch.frequencyHz, 'Hz')}
              </b>
              <span>{numberWords(notch.gainDb, 'dB')}</span>
              <span>Q {numberWords(notch.q)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What may become a howl, the likeliest first. */
function Candidates({ path }: { readonly path: string }) {
  const candidates = [...candidatesOf(path)].sort((a, b) => b.score - a.score);
  if (candidates.length === 0) return null;
  return (
    <section aria-label={t('detail.candidates')}>
      <h2>{t('detail.candidates')}</h2>
      <ul>
        {candidates.map(({ frequencyHz, score }) => (
          <li key={frequencyHz}>
            <b>{numberWords(frequencyHz, 'Hz')}</b>
            <meter
              min={0}
              max={1}
              value={score}
              aria-label={t('detail.candidate', { hertz: numberWords(frequencyHz, 'Hz') })}
            />
            <span>{Math.round(score * 100)} %</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
