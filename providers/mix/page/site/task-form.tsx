// A task of the desk as its contract describes it: what it is given, a button, how far it is, and what it said at its end.
import { useSignal } from '@preact/signals';
import type { Contract, FieldContract, Row } from 'rowdesk/client';
import { fieldLabel } from '../control/field-label.ts';
import { fieldOf } from '../desk/rows.ts';
import { writeFields } from '../desk/tasks.ts';
import { refusalWords } from '../show/report-words.ts';
import { TaskButton } from '../show/task-button.tsx';
import { t } from '../text/text.ts';
import { parsedJson } from './json-field.tsx';
import { Progress } from './progress.tsx';
import { ReadValue } from './read-value.tsx';

export function TaskForm({ path, contract }: { readonly path: string; readonly contract: Contract }) {
  const given = useSignal<Row>({});
  const isRunning = fieldOf(path, 'running').value === true;
  const report = fieldOf<Row | null>(path, 'report').value;
  const refusal = fieldOf<Row | null>(path, 'refusal').value;
  const extra = Object.entries(contract.fields).filter(([name, { access }]) => access === 'rw' && name !== 'running');
  const give = (name: string, value: unknown) => {
    const { [name]: _before, ...rest } = given.value;
    given.value = value === undefined ? rest : { ...rest, [name]: value };
  };
  return (
    <div class="form">
      {extra.map(([name, field]) => (
        <Given key={name} {...{ name, field }} give={(value) => give(name, value)} />
      ))}
      <div class="keys">
        {/* What asks to be confirmed destroys. */}
        <TaskButton path={path} extra={given.value} held={given.value.confirm === true} disabled={isRunning}>
          {t('site.run')}
        </TaskButton>
        {isRunning && contract.cancellable === true && (
          <button type="button" onClick={() => void writeFields(path, { running: false }, 'running')}>
            {t('site.stop')}
          </button>
        )}
      </div>
      <Progress of={fieldOf(path, 'progress').value} />
      {!isRunning && refusal && (
        <p class="refusal" dir="auto">
          {refusalWords(refusal)}
        </p>
      )}
      {!isRunning && report && <ReadValue value={report} schema={undefined} />}
    </div>
  );
}

interface GivenProps {
  readonly name: string;
  readonly field: FieldContract;
  /** Undefined: left to the desk. */
  readonly give: (value: unknown) => void;
}

function Given({ name, field, give }: GivenProps) {
  const label = fieldLabel(name, field);
  const { type, enum: choices } = field;
  if (type === 'boolean') {
    return (
      <label class="form-row">
        <span>{label}</span>
        <input type="checkbox" onChange={({ currentTarget }) => give(currentTarget.checked || undefined)} />
      </label>
    );
  }
  if (Array.isArray(choices)) {
    return (
      <label class="form-row">
        <span>{label}</span>
        <select onChange={({ currentTarget }) => give(choices[currentTarget.selectedIndex - 1])}>
          <option>–</option>
          {choices.map((each) => (
            <option key={String(each)}>{String(each)}</option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <label class="form-row">
      <span>{label}</span>
      <input
        dir="auto"
        placeholder={field.default === undefined ? '' : JSON.stringify(field.default)}
        onInput={({ currentTarget: { value } }) => {
          // What is no JSON goes as text: the desk says what it takes.
          const typed = type === 'string' ? value : (parsedJson(value)?.value ?? value);
          give(value === '' ? undefined : typed);
        }}
      />
    </label>
  );
}
