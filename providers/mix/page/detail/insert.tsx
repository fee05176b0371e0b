// What an insert has beside the controls of any processor: the plugin that stands there, found by what is typed, how it does,
// and what it measures.

import { useEffect } from 'preact/hooks';
import { ControlFor, Refusal } from '../control/control-for.tsx';
import { type Findable, FoundMenu } from '../control/found-menu.tsx';
import { askAgain, contractOf } from '../desk/contracts.ts';
import { field } from '../desk/field.ts';
import { fieldOf, isThere, rowOf, useRows } from '../desk/rows.ts';
import { type TextKey, t } from '../text/text.ts';

interface Plugin {
  readonly uri: string;
  readonly name: string;
  readonly vendor: string;
  readonly class: string;
}

const states: Readonly<Record<string, TextKey>> = {
  loading: 'detail.plugin.loading',
  running: 'detail.plugin.running',
  'set-aside': 'detail.plugin.setAside',
  quarantined: 'detail.plugin.quarantined',
  missing: 'detail.plugin.missing',
};

/** `path`: of the place. */
export function Insert({ path }: { readonly path: string }) {
  return (
    <>
      <PluginMenu path={path} />
      <PluginStatus path={path} />
      <Latency path={path} />
      <Measured path={`${path}/readings`} />
    </>
  );
}

function PluginMenu({ path }: { readonly path: string }) {
  const { shown, state, move } = field<string>(path, 'plugin');
  const label = fieldOf<string>(path, 'label').value;
  const words =
    shown.value === ''
      ? t('detail.noPlugin')
      : (shown.value === fieldOf(path, 'plugin').value && label) || shown.value || '';
  return (
    <div class="control" data-field="plugin">
      <FoundMenu
        label={t('detail.plugin')}
        words={words}
        state={state.value}
        none={t('detail.noPlugin')}
        useChoices={() => usePlugins(path)}
        choose={move}
      />
      <Refusal path={path} name="plugin" />
    </div>
  );
}

/** Those that may stand there now. */
function usePlugins(path: string): readonly Findable[] {
  useRows(['/plugins']);
  // A scan or a quarantine since the strip was opened changes what may stand here.
  useEffect(() => askAgain(path), [path]);
  const allowed = contractOf(path).value?.fields.plugin?.enum;
  const uris = new Set(Array.isArray(allowed) ? allowed : []);
  const plugins = fieldOf<readonly Plugin[]>('/plugins', 'items').value ?? [];
  return plugins
    .filter(({ uri }) => uris.has(uri))
    .map(({ uri, name, vendor, class: sort }) => {
      return {
        id: uri,
        label: name,
        note: [sort, vendor].filter(Boolean).join(', '),
        text: `${name} ${vendor} ${sort} ${uri}`,
      };
    });
}

/** Nothing of an empty place. */
function PluginStatus({ path }: { readonly path: string }) {
  const status = `${path}/status`;
  useRows([status]);
  const { state = '', reason = '', heard = '', latencyMs = 0 } = rowOf(status).value.row;
  const words = states[String(state)];
  if (words === undefined || !isThere(status)) return null;
  const isLate = typeof latencyMs === 'number' && latencyMs > 0;
  return (
    <>
      <p class="note plugin-status" data-state={String(state)} role="status" dir="auto">
        {t(words)}
        {reason !== '' && `: ${String(reason)}`}
        {heard === 'dry' && ` · ${t('detail.plugin.dry')}`}
      </p>
      {isLate && <p class="note">{t('detail.plugin.late', { ms: latencyMs.toFixed(2) })}</p>}
    </>
  );
}

/** How many frames the mixer counts for the plugin, and their correction; nothing of an empty place. */
function Latency({ path }: { readonly path: string }) {
  const latency = `${path}/latency`;
  useRows([latency]);
  const { pluginFrames, frames } = rowOf(latency).value.row;
  if (fieldOf<string>(path, 'plugin').value === '' || !isThere(latency)) return null;
  return (
    <div class="plugin-latency">
      <ControlFor path={latency} name="offsetFrames" label={t('detail.plugin.offset')} />
      <p class="note">{t('detail.plugin.frames', { plugin: Number(pluginFrames), all: Number(frames) })}</p>
    </div>
  );
}

/** Control outputs of the plugin: a gain reduction, a level. */
function Measured({ path }: { readonly path: string }) {
  useRows([path]);
  const { row } = rowOf(path).value;
  if (!isThere(path)) return null;
  const fields = contractOf(path).value?.fields ?? {};
  return (
    <dl class="plugin-readings">
      {Object.entries(row).map(([name, value]) => (
        <div key={name}>
          <dt dir="auto">{String(fields[name]?.title ?? name)}</dt>
          <dd>{typeof value === 'number' ? `${value.toFixed(1)} ${fields[name]?.unit ?? ''}`.trim() : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
