// The equaliser of a strip: its curve, the bands in words, and with more room the controls of the chosen one.
import { useSignal } from '@preact/signals';
import { ControlFor } from '../../control/control-for.tsx';
import { contractOf } from '../../desk/contracts.ts';
import { isThere, useRows } from '../../desk/rows.ts';
import { t } from '../../text/text.ts';
import { processorPath, rowsBelow } from '../parts.ts';
import { type Handle, handlesOf, isOn } from './bands.ts';
import { EqPlot, HandleRefusals, handleWords } from './eq-plot.tsx';

export function Equaliser({ path, isWhole }: { readonly path: string; readonly isWhole: boolean }) {
  const highPass = processorPath(path, 'hpf');
  const hasHighPass = rowsBelow(path, '/chain/processors/hpf').length > 0;
  useRows([`${path}/eq`, `${path}/eq/bands/*`, ...(hasHighPass ? [highPass, `${highPass}/values`] : [])]);
  const handles = handlesOf(path);
  const chosen = useSignal('1');
  const handle = handles.find(({ name }) => name === chosen.value);
  if (!isThere(`${path}/eq`)) return null;
  return (
    <section class="detail-panel equaliser" aria-label={t('detail.equaliser')}>
      <header>
        <ControlFor path={`${path}/eq`} name="enabled" label={t('detail.equaliser')} />
        <small class="note">{t('detail.eqHelp')}</small>
      </header>
      <EqPlot path={path} handles={handles} chosen={chosen} />
      <div class="bands">
        {handles.map((each) => (
          <button
            key={each.path}
            type="button"
            aria-pressed={each.name === chosen.value}
            onClick={() => {
              chosen.value = each.name;
            }}
          >
            <b>{each.name}</b> {isOn(each) ? <BandWords handle={each} /> : t('detail.off')}
          </button>
        ))}
      </div>
      {handle !== undefined && !isWhole && <HandleRefusals handle={handle} />}
      {handle !== undefined && isWhole && (
        <div class="knobs" key={handle.path}>
          {!handle.isBand && <ControlFor path={highPass} name="enabled" />}
          {Object.keys(contractOf(handle.path).value?.fields ?? {}).map((name) => (
            <ControlFor key={name} path={handle.path} name={name} />
          ))}
        </div>
      )}
    </section>
  );
}

/** The frequency beside the name, the rest beneath. */
function BandWords({ handle }: { readonly handle: Handle }) {
  const [frequency, ...more] = handleWords(handle);
  return (
    <>
      {frequency}
      <small>{more.length === 0 ? ' ' : more.map((words) => [<span key={words}>{words}</span>, ' '])}</small>
    </>
  );
}
