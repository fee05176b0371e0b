// The show: scenes, patch, recording, tools and the desk, each with its parts. The address names the part, `#show/patch`.
import type { ComponentType } from 'preact';
import { isAbsent } from '../desk/contracts.ts';
import { fieldOf, useRows } from '../desk/rows.ts';
import { show } from '../desk/view.ts';
import { later } from '../frame/later.tsx';
import '../text/show.ts';
import { type TextKey, t } from '../text/text.ts';
import { Boxes } from './boxes.tsx';
import { Clock } from './clock.tsx';
import { History } from './history.tsx';
import { Names } from './names.tsx';
import { groupsOf } from './parts.ts';
import { Patch } from './patch.tsx';
import { Scenes } from './scenes.tsx';
import { Sessions } from './sessions.tsx';
import { Warnings } from './warnings.tsx';
import './show.css';

const Soundcheck = later(async () => (await import('../record/soundcheck.tsx')).Soundcheck);
const Listen = later(async () => (await import('../listen/listen.tsx')).Listen);
const Measure = later(async () => (await import('../measure/measure.tsx')).Measure);
const Gain = later(async () => (await import('../measure/gain.tsx')).Gain);
const Takes = later(async () => (await import('../record/takes.tsx')).Takes);
const Backup = later(async () => (await import('./backup.tsx')).Backup);
const Recording = later(async () => (await import('../record/recording.tsx')).Recording);
const Surfaces = later(async () => (await import('../site/site.tsx')).Surfaces);
const Plugins = later(async () => (await import('../site/site.tsx')).Plugins);
const Network = later(async () => (await import('../site/site.tsx')).Network);
const Packages = later(async () => (await import('../site/site.tsx')).Packages);
const Log = later(async () => (await import('../site/site.tsx')).Log);
const About = later(async () => (await import('../site/site.tsx')).About);
const Rows = later(async () => (await import('../site/site.tsx')).Rows);

const views: Readonly<Record<string, ComponentType>> = {
  ...{
    scenes: Scenes,
    patch: Patch,
    names: Names,
    boxes: Boxes,
    record: Recording,
    takes: Takes,
    soundcheck: Soundcheck,
  },
  ...{
    listen: Listen,
    measure: Measure,
    gain: Gain,
    history: History,
    sessions: Sessions,
    warnings: Warnings,
    clock: Clock,
    backup: Backup,
    plugins: Plugins,
    surfaces: Surfaces,
    network: Network,
    packages: Packages,
    log: Log,
    about: About,
    rows: Rows,
  },
};

/** `part` is shown as soon as it may be there: a link shows its own view, whatever the desk has answered yet. */
export function Show({ part }: { readonly part: string | undefined }) {
  useRows(['/warnings']);
  const there = groupsOf((row) => !isAbsent(row));
  const group = there.find(({ parts }) => parts.some(({ id }) => id === part)) ?? there[0];
  const now = group?.parts.find(({ id }) => id === part) ?? group?.parts[0];
  const View = now === undefined ? undefined : views[now.id];
  const alarms = fieldOf<readonly unknown[]>('/warnings', 'warnings').value?.length ?? 0;
  return (
    <main class="show">
      <nav class="show-tabs" aria-label={t('show.parts')}>
        <button type="button" class="to-faders" onClick={() => show()}>
          ‹ {t('show.faders')}
        </button>
        {there.map(({ id, parts }) => (
          <button
            key={id}
            type="button"
            aria-current={id === group?.id ? 'page' : undefined}
            onClick={() => show('show', parts[0]?.id as string)}
          >
            {t(`show.group.${id}`)}
            {id === 'desk' && alarms > 0 && <b class="count"> ▲ {alarms}</b>}
          </button>
        ))}
      </nav>
      {group !== undefined && group.parts.length > 1 && (
        <nav class="show-parts" aria-label={t(`show.group.${group.id}`)}>
          {group.parts.map(({ id }) => (
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
      )}
      {View === undefined ? <p class="quiet">{t('show.waiting')}</p> : <View />}
    </main>
  );
}
