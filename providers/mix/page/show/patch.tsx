// The patch: the matrices of inputs and outputs, and the list of what needs a hand.
import { useSignal } from '@preact/signals';
import { refusalOf } from '../desk/refusals.ts';
import { useRows } from '../desk/rows.ts';
import { show, view } from '../desk/view.ts';
import { t } from '../text/text.ts';
import { Matrix } from './matrix.tsx';
import { inputSide, outputSide, type PatchLine, patchRows } from './patch-edges.ts';
import { PatchList } from './patch-list.tsx';
import './patch.css';

const tabs = ['list', 'inputs', 'outputs'] as const;

export function Patch() {
  useRows(patchRows);
  const sought = useSignal('');
  const touched = useSignal<PatchLine | undefined>(undefined);
  const [, , tab = ''] = view.value;
  const chosen = tabs.find((each) => each === tab);
  const side = chosen === 'outputs' ? outputSide() : inputSide();
  const text = sought.value.trim().toLowerCase();
  const fits = ({ words }: { readonly words: string }) => words.toLowerCase().includes(text);
  const lines = side.lines.filter(fits);
  const ports = side.ports.filter(fits);
  const refusal = touched.value === undefined ? '' : refusalOf(...side.refusedAt(touched.value)).value;
  return (
    <>
      <nav class="keys" aria-label={t('show.part.patch')}>
        {tabs.map((each) => (
          <button
            key={each}
            type="button"
            class={each === 'list' ? 'only-narrow' : ''}
            aria-current={each === (chosen ?? 'inputs') ? 'true' : undefined}
            onClick={() => show('show', 'patch', each)}
          >
            {t(`show.patch.${each}`)}
          </button>
        ))}
        <input
          class="grow"
          type="search"
          dir="auto"
          aria-label={t('show.find')}
          placeholder={t('show.find')}
          value={sought}
          onInput={(event) => {
            sought.value = event.currentTarget.value;
          }}
        />
      </nav>
      <div class={`patch-split${chosen === 'list' ? ' is-list' : ''}`}>
        <section class="show-panel" aria-label={t('show.matrix')}>
          <Matrix
            key={chosen === 'outputs' ? 'outputs' : 'inputs'}
            side={side}
            lines={lines.length > 0 ? lines : side.lines}
            ports={lines.length === 0 && ports.length > 0 ? ports : side.ports}
            label={t(chosen === 'outputs' ? 'show.patch.outputs' : 'show.patch.inputs')}
            touched={(line) => {
              touched.value = line;
            }}
          />
          <div role="status" class="foot">
            {refusal === '' ? t('show.legend') : <span class="refusal">{refusal}</span>}
          </div>
        </section>
        <PatchList />
      </div>
    </>
  );
}
