// An export or a render: a form made of what OPTIONS says of the task, its progress, and how it ended.
import { useSignal } from '@preact/signals';
import type { FieldContract, Progress, Row } from 'rowdesk/client';
import { contractOf } from '../desk/contracts.ts';
import { fieldOf, pathsOf, useRows } from '../desk/rows.ts';
import { stripName } from '../desk/strip-name.ts';
import { task, writeFields } from '../desk/tasks.ts';
import { t, textOr } from '../text/text.ts';
import type { Drawn } from './take-row.ts';

interface JobFormProps {
  readonly path: string;
  /** The field that chooses among the tracks of the take, or among buses. */
  readonly list: 'tracks' | 'outputs';
  readonly title: string;
  readonly take: Drawn;
}

type Value = string | number | boolean;

export function JobForm({ path, list, title, take }: JobFormProps) {
  const contract = contractOf(path).value;
  const values = useSignal<Readonly<Record<string, Value>>>({});
  const chosen = useSignal<readonly string[]>([]);
  useRows([path]);
  if (contract === undefined) return null;
  const { isRunning: isOwn, refusal, report, run } = task(path);
  // Also what another client began.
  const isRunning = isOwn.value || fieldOf(path, 'running').value === true;
  const { done = 0, total = 0, phase = '' } = fieldOf<Partial<Progress> | null>(path, 'progress').value ?? {};
  const fields = Object.entries(contract.fields).filter(([name, of]) => isAsked(name, of));
  const choices =
    list === 'tracks'
      ? take.tracks.map(({ number, name }) => [String(number), `${number} ${name}`] as const)
      : buses.flatMap(pathsOf).map((bus) => [bus, stripName(bus)] as const);
  const toggle = (key: string) => {
    const { value } = chosen;
    chosen.value = value.includes(key) ? value.filter((each) => each !== key) : [...value, key];
  };
  const extra = (): Row => ({
    ...values.value,
    ...(chosen.value.length === 0 ? {} : { [list]: chosen.value.map((key) => asListed(list, key)) }),
  });
  return (
    <details class="record-job">
      <summary>{title}</summary>
      {fields.map(([name, of]) => (
        <Asked
          key={name}
          of={of}
          name={name}
          value={values.value[name]}
          put={(value) => {
            values.value = { ...values.value, [name]: value };
          }}
        />
      ))}
      <fieldset class="record-kind">
        <legend>{t(`record.${list}.chosen`)}</legend>
        {choices.map(([key, words]) => (
          <button key={key} type="button" aria-pressed={chosen.value.includes(key)} onClick={() => toggle(key)}>
            <span dir="auto">{words}</span>
          </button>
        ))}
      </fieldset>
      <div class="keys">
        <button type="button" disabled={isRunning} aria-busy={isRunning} onClick={() => void run(extra())}>
          {title}
        </button>
        {isRunning && (
          <button type="button" onClick={() => void writeFields(path, { running: false }, 'running')}>
            {t('record.cancel')}
          </button>
        )}
      </div>
      {isRunning && (
        <div class="record-progress">
          <progress aria-label={title} {...(total > 0 ? { value: done, max: total } : {})} />
          <span dir="auto">
            {total > 0 && `${Math.floor((100 * done) / total)} %`} {phase}
          </span>
        </div>
      )}
      <div role="status">
        {refusal.value !== '' && <p class="refusal">{refusal}</p>}
        {report.value !== undefined && <p dir="auto">{reportWords(report.value)}</p>}
      </div>
    </details>
  );
}

const buses = ['/channel/main/*', '/channel/mix/*', '/channel/matrix/*'];
const ofTasks = ['running', 'progress', 'report', 'startedAt', 'tracks', 'outputs'];
const isAsked = (name: string, { access, type }: FieldContract): boolean =>
  access === 'rw' && type !== 'array' && !ofTasks.includes(name);

/** What the row wants: the number of a track; kind and index of a bus. */
function asListed(list: string, key: string): unknown {
  if (list === 'tracks') return Number(key);
  const [, , kind = '', index] = key.split('/');
  return { kind, index: Number(index) };
}

const mostNamed = 4;

interface AskedProps {
  readonly name: string;
  readonly of: FieldContract;
  readonly value: Value | undefined;
  readonly put: (value: Value) => void;
}

function Asked({ name, of, value, put }: AskedProps) {
  const shown = value ?? (of.default as Value | undefined) ?? '';
  const choices = Array.isArray(of.enum) ? (of.enum as readonly (string | number)[]) : undefined;
  const isNumber = of.type === 'number' || of.type === 'integer';
  const words = <span>{textOr(`record.field.${name}`, String(of.title ?? name))}</span>;
  if (choices === undefined)
    return (
      <label class="form-row">
        {words}
        <input
          dir="auto"
          inputMode={isNumber ? 'decimal' : 'text'}
          value={String(shown)}
          onChange={({ currentTarget: { value: typed } }) => put(isNumber ? Number(typed.replace(',', '.')) : typed)}
        />
      </label>
    );
  return (
    <label class="form-row">
      {words}
      <select onChange={({ currentTarget }) => put(choices[currentTarget.selectedIndex] as Value)}>
        {choices.map((choice) => (
          <option key={choice} selected={choice === shown}>
            {textOr(`record.choice.${choice}`, `${choice} ${of.unit ?? ''}`.trim())}
          </option>
        ))}
      </select>
    </label>
  );
}

/** How it ended, and the files where the report names them. */
function reportWords(report: Row): string {
  const { outcome, folder, files } = report as {
    readonly outcome?: string;
    readonly folder?: string;
    readonly files?: readonly { readonly file?: string }[];
  };
  const names = (Array.isArray(files) ? files : []).map(({ file = '' }) => file);
  const more = names.length > mostNamed ? [t('record.more', { count: names.length - mostNamed })] : [];
  const place = [folder, ...names.slice(0, mostNamed), ...more].filter(Boolean).join(', ');
  const how = t(outcome === 'cancelled' ? 'record.cancelled' : 'record.done');
  return place === '' ? how : `${how}: ${place}`;
}
