// A row as its contract describes it: what is written as controls, what is read as facts, a task as a button.
import { useEffect } from 'preact/hooks';
import type { FieldContract } from 'rowdesk/client';
import { ControlFor } from '../control/control-for.tsx';
import { controlKind } from '../control/control-kind.ts';
import { fieldLabel } from '../control/field-label.ts';
import { askAgain, contractOf, isAbsent } from '../desk/contracts.ts';
import { isThere, rowOf, useRows } from '../desk/rows.ts';
import { t } from '../text/text.ts';
import { JsonField } from './json-field.tsx';
import { ReadValue } from './read-value.tsx';
import { TaskForm } from './task-form.tsx';

export function RowView({ path }: { readonly path: string }) {
  useRows([path]);
  useEffect(() => askAgain(path), [path]);
  const contract = contractOf(path).value;
  if (isAbsent(path)) return <p class="quiet">{t('site.noRow')}</p>;
  if (contract === undefined || !isThere(path)) return <p class="quiet">{t('show.waiting')}</p>;
  const fields = Object.entries(contract.fields);
  const written = fields.filter(([, { access }]) => access === 'rw');
  const read = fields.filter(([, { access }]) => access !== 'rw');
  return (
    <article aria-label={path}>
      <p class="site-summary" dir="auto">
        {contract.summary} <code>{path}</code>
      </p>
      {contract.task ? (
        <TaskForm path={path} contract={contract} />
      ) : (
        <>
          <div class="knobs">
            {written.map(([name, field]) => (
              <Written key={name} {...{ path, name, field }} />
            ))}
          </div>
          <ReadFields path={path} fields={read} />
        </>
      )}
    </article>
  );
}

interface WrittenProps {
  readonly path: string;
  readonly name: string;
  readonly field: FieldContract;
}

function Written({ path, name, field }: WrittenProps) {
  const hasControl = controlKind(name, field).kind !== 'readOnly';
  return hasControl ? (
    <ControlFor path={path} name={name} contract={field} />
  ) : (
    <JsonField {...{ path, name, field }} />
  );
}

/** A field that the row lacks now is left out. */
function ReadFields(props: { readonly path: string; readonly fields: readonly (readonly [string, FieldContract])[] }) {
  const { row } = rowOf(props.path).value;
  return (
    <dl class="facts">
      {props.fields
        .filter(([name]) => name in row)
        .map(([name, field]) => (
          <div key={name} data-field={name}>
            <dt title={typeof field.title === 'string' ? field.title : undefined}>{fieldLabel(name, field)}</dt>
            <dd>
              <ReadValue value={row[name]} schema={field} />
            </dd>
          </div>
        ))}
    </dl>
  );
}
