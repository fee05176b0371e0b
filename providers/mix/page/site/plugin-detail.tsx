// A plugin: what it is, where it stands, what it did, and whether it may run.
import { Refusal } from '../control/control-for.tsx';
import { fieldOf, useRows } from '../desk/rows.ts';
import { stripOf } from '../desk/strip-path.ts';
import { writeFields } from '../desk/tasks.ts';
import { show } from '../desk/view.ts';
import { Facts, type FactsOptions } from '../show/facts.tsx';
import { TaskButton } from '../show/task-button.tsx';
import { fieldWords, numberWords, placeWords } from '../show/values.ts';
import { t } from '../text/text.ts';
import { type PluginItem, stateOf } from './plugin-item.ts';

interface Preset {
  readonly uri: string;
  readonly label: string;
}

export function PluginDetail({ plugin }: { readonly plugin: PluginItem }) {
  const { id, uri, name, vendor, class: sort, format, audioIn, audioOut, keyIn, reason, crashes, usedBy } = plugin;
  const path = `/plugins/${id}`;
  useRows([path, '/channel/*/*']);
  const state = stateOf(plugin);
  const lastFault = fieldOf<string>(path, 'lastFault').value ?? '';
  const latency = fieldOf<number>(path, 'latencyFrames').value ?? 0;
  const presets = fieldOf<readonly Preset[]>(path, 'presets').value ?? [];
  const legs = [t('site.legs', { in: audioIn, out: audioOut }), keyIn > 0 && t('site.hasKey')].filter(Boolean);
  const facts: FactsOptions['facts'] = [
    ['site.class', sort],
    ['site.maker', vendor],
    ['site.format', format.toUpperCase()],
    ['site.ports', legs.join(' · ')],
    ['site.latency', numberWords(latency, t('show.frames'))],
    ['site.parameters', String(fieldOf<number>(path, 'parameters').value ?? 0)],
    ['site.presets', presets.map(({ label }) => label).join(', ')],
    ['site.uri', uri],
    ['site.bundle', fieldOf<string>(path, 'bundle').value ?? ''],
    ['site.crashes', String(crashes)],
  ];
  return (
    <>
      <h1 dir="auto">{name}</h1>
      <p class={state === 'usable' ? 'quiet' : 'refusal'} role="status" dir="auto">
        {t(`site.${state}`)}
        {reason !== '' && `: ${reason}`}
      </p>
      {lastFault !== '' && (
        <p class="refusal" dir="auto">
          {t('site.lastFault')}: {lastFault}
        </p>
      )}
      <div class="keys">
        {state === 'quarantined' && (
          <button type="button" onClick={() => void writeFields(path, { quarantined: false }, 'quarantined')}>
            {t('site.lift')}
          </button>
        )}
        {state === 'usable' && (
          <button type="button" onClick={() => void writeFields(path, { quarantined: true }, 'quarantined')}>
            {t('site.setAside')}
          </button>
        )}
        {state === 'refused' && (
          <TaskButton path="/plugins/scan" extra={{ again: id }}>
            {t('site.tryAgain')}
          </TaskButton>
        )}
      </div>
      <Refusal path={path} name="quarantined" />
      <h2>{t('site.standsIn')}</h2>
      <div class="keys">
        {usedBy.map((place) => (
          <Place key={place} path={place} />
        ))}
        {usedBy.length === 0 && <p class="quiet">{t('site.nowhere')}</p>}
      </div>
      <Facts facts={facts.filter(([, words]) => words !== '')} />
    </>
  );
}

function Place({ path }: { readonly path: string }) {
  const strip = stripOf(path);
  const processor = /\/processors\/(\w+)/.exec(path)?.[1];
  if (strip === undefined) return <span dir="auto">{path}</span>;
  return (
    <button
      type="button"
      onClick={() => show('strip', ...strip.split('/').slice(2), ...(processor ? [processor] : []))}
    >
      <span dir="auto">{placeWords(path)}</span> <small>{fieldWords(path, '').replace(/ · $/, '')}</small>
    </button>
  );
}
