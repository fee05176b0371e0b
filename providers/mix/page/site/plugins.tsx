// Plugins of others: looking for them, which may run, and why one may not, in the words of what loads them.

import { useSignal } from '@preact/signals';
import { hasWords } from '../control/found.ts';
import { fieldOf, onceThere, useRows } from '../desk/rows.ts';
import { task, writeFields } from '../desk/tasks.ts';
import { show, view } from '../desk/view.ts';
import { TaskButton } from '../show/task-button.tsx';
import { timeWords } from '../show/values.ts';
import { Windowed } from '../show/windowed.tsx';
import { t } from '../text/text.ts';
import { PluginDetail } from './plugin-detail.tsx';
import { type PluginItem, type RefusedBundle, stateOf, type UseState } from './plugin-item.ts';
import { Progress } from './progress.tsx';

const scanRow = '/plugins/scan';
const shown = ['all', 'usable', 'used', 'set-aside', 'refused'] as const;
type Shown = (typeof shown)[number];

const signs: Readonly<Record<UseState, string>> = { usable: '', quarantined: '▲', refused: '✕' };

const bundleName = (bundle: string) => bundle.slice(bundle.lastIndexOf('/') + 1);

export function Plugins() {
  useRows(['/plugins', scanRow]);
  const sought = useSignal('');
  const which = useSignal<Shown>('all');
  const items = fieldOf<readonly PluginItem[]>('/plugins', 'items').value ?? [];
  const refused = fieldOf<readonly RefusedBundle[]>('/plugins', 'refused').value ?? [];
  const [, , chosen] = view.value;
  const plugin = items.find(({ id }) => id === chosen);
  const bundle = refused.find((each) => each.bundle === chosen);
  const isSought = (text: string) => hasWords(text, sought.value);
  const listed = [
    ...items
      .filter((each) => fits(which.value, each))
      .filter((each) => isSought(`${each.name} ${each.vendor} ${each.class} ${each.uri} ${each.reason}`))
      .map((each) => {
        const state = stateOf(each);
        const note = [each.class, each.vendor, each.format.toUpperCase()].filter(Boolean).join(' · ');
        return {
          id: each.id,
          label: each.name,
          sign: signs[state],
          note: state === 'usable' ? note : (state === 'refused' && each.reason) || t(`site.${state}`),
        };
      }),
    ...refused
      .filter((each) => ['all', 'refused'].includes(which.value) && isSought(`${each.bundle} ${each.reason}`))
      .map((each) => ({ id: each.bundle, label: bundleName(each.bundle), sign: '✕', note: each.reason })),
  ];
  const isChosen = plugin !== undefined || bundle !== undefined;
  return (
    <div class={`show-split is-even${isChosen ? ' is-chosen' : ''}`}>
      <section class="show-panel show-list" aria-label={t('show.part.plugins')}>
        <Scan />
        <input
          type="search"
          aria-label={t('site.findPlugin')}
          placeholder={t('site.findPlugin')}
          value={sought}
          onInput={(event) => {
            sought.value = event.currentTarget.value;
          }}
        />
        <nav class="keys" aria-label={t('site.which')}>
          {shown.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={which.value === each}
              onClick={() => {
                which.value = each;
              }}
            >
              {t(`site.show.${each}`)}
            </button>
          ))}
        </nav>
        <Windowed
          items={listed}
          rowRem={3.9}
          label={t('show.part.plugins')}
          keyOf={({ id }) => id}
          none={onceThere('/plugins', t(items.length + refused.length === 0 ? 'site.noPlugins' : 'site.noneFound'))}
          row={({ id, label, sign, note }) => (
            <button
              type="button"
              class="list-key"
              aria-current={id === chosen ? 'true' : undefined}
              onClick={() => show('show', 'plugins', id)}
            >
              <span class="list-words">
                <b dir="auto">
                  {sign} {label}
                </b>
                <small dir="auto">{note}</small>
              </span>
            </button>
          )}
        />
      </section>
      <section class="show-panel show-detail" aria-label={plugin?.name ?? t('site.choosePlugin')}>
        {isChosen && (
          <button type="button" class="only-narrow" onClick={() => show('show', 'plugins')}>
            ‹ {t('show.part.plugins')}
          </button>
        )}
        {plugin !== undefined && <PluginDetail key={plugin.id} plugin={plugin} />}
        {bundle !== undefined && <BundleDetail key={bundle.bundle} of={bundle} />}
        {!isChosen && <p class="quiet">{t('site.choosePlugin')}</p>}
      </section>
    </div>
  );
}

function fits(which: Shown, plugin: PluginItem): boolean {
  const state = stateOf(plugin);
  if (which === 'used') return plugin.usedBy.length > 0;
  if (which === 'set-aside') return state === 'quarantined' || plugin.crashes > 0;
  return which === 'all' || state === which;
}

/** How far the scan is, whichever began it; plugins are there as they pass. */
function Scan() {
  const scanning = fieldOf('/plugins', 'scanning').value;
  const total = fieldOf<number>('/plugins', 'total').value ?? 0;
  const supported = fieldOf<number>('/plugins', 'supported').value ?? 0;
  const at = fieldOf<string>('/plugins', 'scannedAt').value ?? '';
  const phase = (scanning as { readonly phase?: string } | null | undefined)?.phase;
  const isScanning = scanning !== null && scanning !== undefined;
  const mayStop = task(scanRow).isRunning.value || fieldOf(scanRow, 'running').value === true;
  return (
    <>
      <p class="quiet">
        {t('site.usableOf', { supported, total })}
        {at !== '' && ` · ${t('site.scannedAt', { time: timeWords(at) })}`}
      </p>
      <Progress of={scanning} words={t(phase === 'probe' ? 'site.phase.probe' : 'site.phase.read')} />
      <div class="keys">
        <TaskButton path={scanRow} disabled={isScanning}>
          {t('site.scan')}
        </TaskButton>
        {isScanning && mayStop && (
          <button type="button" onClick={() => void writeFields(scanRow, { running: false }, 'running')}>
            {t('site.stop')}
          </button>
        )}
      </div>
    </>
  );
}

function BundleDetail({ of: { bundle, reason } }: { readonly of: RefusedBundle }) {
  return (
    <>
      <h1 dir="auto">{bundleName(bundle)}</h1>
      <p class="refusal" dir="auto">
        {reason}
      </p>
      <p class="quiet" dir="ltr">
        {bundle}
      </p>
      <TaskButton path={scanRow} extra={{ again: bundle }}>
        {t('site.tryAgain')}
      </TaskButton>
    </>
  );
}
