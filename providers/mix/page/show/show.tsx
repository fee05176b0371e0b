// The show: scenes, patch, stageboxes, takes, measuring, history, sessions, warnings, clock. The address names the part, `#show/patch`.
import type { ComponentType } from 'preact';
import { contractOf } from '../desk/contracts.ts';
import { fieldOf, useRows } from '../desk/rows.ts';
import { show } from '../desk/view.ts';
import { later } from '../frame/later.tsx';
import '../text/show.ts';
import { type TextKey, t } from '../text/text.ts';
import { Boxes } from './boxes.tsx';
import { Clock } from './clock.tsx';
import { History } from './history.tsx';
import { Patch } from './patch.tsx';
import { Scenes } from './scenes.tsx';
import { Sessions } from './sessions.tsx';
import { Warnings } from './warnings.tsx';
import './show.css';

const Soundcheck = later(async () => (await import('../record/soundcheck.tsx')).Soundcheck);
const Measure = later(async () => (await import('../measure/measure.tsx')).Measure);
const Gain = later(async () => (await import('../measure/gain.tsx')).Gain);
const Takes = later(async () => (await import('../record/takes.tsx')).Takes);
const Recording = later(async () => (await import('../record/recording.tsx')).Recording);

interface Part {
  readonly id: string;
  /** Without this row the desk has no such part. */
  readonly row: string;
  readonly view: ComponentType;
}

const parts: readonly Part[] = [
  { id: 'scenes', row: '/scenes', view: Scenes },
  { id: 'patch', row: '/patch', view: Patch },
  { id: 'boxes', row: '/stagebox', view: Boxes },
  { id: 'record', row: '/record', view: Recording },
  { id: 'takes', row: '/takes', view: Takes },
  { id: 'soundcheck', row: '/vsc', view: Soundcheck },
  { id: 'measure', row: '/measurement', view: Measure },
  { id: 'gain', row: '/measurement/gain', view: Gain },
  { id: 'history', row: '/history', view: History },
  { id: 'sessions', row: '/sessions', view: Sessions },
  { id: 'warnings', row: '/warnings', view: Warnings },
  { id: 'clock', row: '/clock', view: Clock },
];

export function Show({ part }: { readonly part: string | undefined }) {
  useRows(['/warnings']);
  const there = parts.filter(({ row }) => contractOf(row).value !== undefined);
  const now = there.find(({ id }) => id === part) ?? there[0];
  const View = now?.view;
  const alarms = fieldOf<readonly unknown[]>('/warnings', 'warnings').value?.length ?? 0;
  return (
    <main class="show">
      <nav class="show-tabs" aria-label={t('show.parts')}>
        <button type="button" onClick={() => show()}>
          ‹ {t('show.faders')}
        </button>
        {there.map(({ id }) => (
          <button
            key={id}
            type="button"
            aria-current={id === now?.id ? 'page' : undefined}
            onClick={() => show('show', id)}
          >
            {t(`show.part.${id}` as TextKey)}
            {id === 'warnings' && alarms > 0 && <b class="count"> ▲ {alarms}</b>}
          </button>
        ))}
      </nav>
      {View === undefined ? <p class="quiet">{t('show.waiting')}</p> : <View />}
    </main>
  );
}
