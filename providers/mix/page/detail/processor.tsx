// A processor of the chain, made of its rows alone: a switch, its curve where its kind has one, what it lowers, and a
// control for each of its values.
import { useEffect } from 'preact/hooks';
import { ControlFor } from '../control/control-for.tsx';
import { askAgain, contractOf, parameterOf } from '../desk/contracts.ts';
import { fieldOf, isThere, rowOf, useRows } from '../desk/rows.ts';
import { ownWords, t } from '../text/text.ts';
import { DynamicsPlot } from './dynamics/dynamics-plot.tsx';
import { HardwareInsert } from './hardware-insert.tsx';
import { Insert } from './insert.tsx';
import { processorPath, rowsBelow } from './parts.ts';

export interface ProcessorOptions {
  readonly path: string;
  readonly processorId: string;
  /** All of its controls, not the few that matter most. */
  readonly isWhole: boolean;
}

/** What an overview shows first. */
const firstRoles = ['threshold', 'range', 'ratio', 'makeup', 'release', 'attack', 'frequency', 'gain'];
const mostInOverview = 4;

export function Processor({ path, processorId, isWhole }: ProcessorOptions) {
  const own = processorPath(path, processorId);
  const values = `${own}/values`;
  const key = `${own}/key`;
  const hasKey = isWhole && rowsBelow(path, `/chain/processors/${processorId}/key`).length > 0;
  useRows([own, values, ...(hasKey ? [key] : [])]);
  const { row } = rowOf(own).value;
  const plugin = String(row.plugin ?? '');
  const has = rowOf(values).value.row;
  const symbols = Object.keys(has).join(' ');
  // The row says of which plugin its values are: one that follows another has come when the row has, and may have the same names.
  const valuesOf = String(has['plugin:uri'] ?? '');
  useEffect(() => askAgain(values), [values, valuesOf, symbols]);
  useEffect(() => askAgain(own), [own]);
  useEffect(() => askAgain(`${own}/readings`), [own, plugin]);
  if (!isThere(own)) return null;
  const contract = isThere(values) ? contractOf(values).value : undefined;
  // A plugin of others stands there under a field of its own, which is no parameter; and the contract may be of the one before.
  const names = Object.keys(contract?.fields ?? {}).filter((name) => name in has && !name.includes(':'));
  const label = ownWords(String(row.label ?? processorId));
  const isInsert = row.kind === 'insert';
  const plugins = contractOf(own).value?.fields.plugin?.enum;
  const isChosen = !Array.isArray(plugins) || plugins.length > 1;
  return (
    <section class="detail-panel processor" aria-label={label}>
      <header>
        <ControlFor path={own} name="enabled" label={label} />
      </header>
      <DynamicsPlot {...{ path, processorId, values, names }} kind={String(row.kind ?? '')} />
      {isWhole && isChosen && !isInsert && <ControlFor path={own} name="plugin" />}
      {isWhole && isInsert && <Insert path={own} />}
      {isWhole && isInsert && plugin === '' && <HardwareInsert path={path} insert={processorId} />}
      <div class="knobs">
        {(isWhole ? names : firstOf(values, names)).map((name) => (
          <ControlFor key={name} path={values} name={name} {...given(contract?.fields[name])} />
        ))}
      </div>
      {hasKey && isThere(key) && <Key path={key} />}
    </section>
  );
}

const given = <T,>(contract: T | undefined) => (contract === undefined ? {} : { contract });

/** What the detector listens to. */
function Key({ path }: { readonly path: string }) {
  const isOwn = fieldOf(path, 'source').value === null;
  return (
    <>
      <h2>
        {t('control.field.source')} {isOwn && <small>{t('detail.ownKey')}</small>}
      </h2>
      <div class="knobs">
        {Object.keys(contractOf(path).value?.fields ?? {})
          .filter((name) => !(isOwn && name === 'source'))
          .map((name) => (
            <ControlFor key={name} path={path} name={name} />
          ))}
      </div>
    </>
  );
}

function firstOf(values: string, names: readonly string[]): readonly string[] {
  const rank = (name: string) => {
    const place = firstRoles.indexOf(String(parameterOf(values, name).value?.role ?? ''));
    return place < 0 ? firstRoles.length : place;
  };
  return [...names].sort((a, b) => rank(a) - rank(b)).slice(0, mostInOverview);
}
