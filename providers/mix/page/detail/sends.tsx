// What a strip gives to buses: level and tap point of each; with more room whether it is on, and its pan.
import { Fragment } from 'preact';
import { ControlFor, Refusal } from '../control/control-for.tsx';
import { controlKind } from '../control/control-kind.ts';
import { contractOf } from '../desk/contracts.ts';
import { field } from '../desk/field.ts';
import { useRows } from '../desk/rows.ts';
import { stripName } from '../desk/strip-name.ts';
import { ShortName } from '../strip/short-name.tsx';
import { t, textOr } from '../text/text.ts';
import { rowsBelow } from './parts.ts';

export function Sends({ path, isWhole }: { readonly path: string; readonly isWhole: boolean }) {
  const sends = rowsBelow(path, '/sends/');
  const busOf = (send: string) => `/channel${send.slice(`${path}/sends`.length)}`;
  useRows([`${path}/sends/*/*`, ...sends.map(busOf)]);
  if (sends.length === 0) return null;
  return (
    <section class={`detail-panel sends ${isWhole ? 'is-whole' : ''}`} aria-label={t('detail.sends')}>
      <h2>{t('detail.sends')}</h2>
      {sends.map((send, n) => {
        const kind = send.split('/').at(-2);
        const isFirst = kind !== sends[n - 1]?.split('/').at(-2);
        return (
          <Fragment key={send}>
            {isFirst && n > 0 && <hr />}
            <Send send={send} name={stripName(busOf(send))} isWhole={isWhole} />
          </Fragment>
        );
      })}
    </section>
  );
}

interface SendOptions {
  readonly send: string;
  readonly name: string;
  readonly isWhole: boolean;
}

function Send({ send, name, isWhole }: SendOptions) {
  return (
    <div class="send">
      <b>
        <ShortName name={name} />
      </b>
      <ControlFor path={send} name="levelDb" label={t('detail.sendTo', { name })} />
      <Tap send={send} name={name} />
      {isWhole && <ControlFor path={send} name="pan" />}
      {isWhole && <ControlFor path={send} name="on" />}
    </div>
  );
}

/** The tap point in a short word. */
function Tap({ send, name }: { readonly send: string; readonly name: string }) {
  const contract = contractOf(send).value?.fields.tapPoint;
  const kind = controlKind('tapPoint', contract);
  const { shown, state, move } = field<string>(send, 'tapPoint');
  if (kind.kind !== 'menu' && kind.kind !== 'segments') return <span />;
  return (
    <div class="control">
      <select
        class={state.value}
        disabled={state.value === 'stale'}
        aria-label={t('detail.tapOf', { name })}
        onChange={(event) => move(event.currentTarget.value)}
      >
        {kind.choices.map(({ value, label }) => (
          <option key={value} value={String(value)} selected={value === shown.value}>
            {textOr(`detail.tap.${value}`, label)}
          </option>
        ))}
      </select>
      <Refusal path={send} name="tapPoint" />
    </div>
  );
}
