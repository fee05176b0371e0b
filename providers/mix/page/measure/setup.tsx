// What is measured and how: the goal of a run, and the settings of `/measurement` as OPTIONS has them.
import type { Signal } from '@preact/signals';
import type { FieldContract } from 'rowdesk/client';
import { ControlFor, Refusal } from '../control/control-for.tsx';
import { contractOf } from '../desk/contracts.ts';
import { field } from '../desk/field.ts';
import { fieldOf } from '../desk/rows.ts';
import { allowedStrips, pathOf, refOf, type StripRef } from '../desk/strip-list.ts';
import { stripName, stripNumber } from '../desk/strip-name.ts';
import { t, textOr } from '../text/text.ts';
import { settingsPath as path } from './measure-row.ts';

const goals = ['transfer', 'ir', 'delay', 'rta'];

export function Setup({ goal }: { readonly goal: Signal<string> }) {
  const contract = contractOf('/measurement/run').value?.fields.goal?.enum;
  const fields = Object.entries(contractOf(path).value?.fields ?? {}).filter(([, { access }]) => access === 'rw');
  return (
    <>
      <label class="form-row">
        <span>{t('measure.goal')}</span>
        <select
          onChange={({ currentTarget }) => {
            goal.value = currentTarget.value;
          }}
        >
          {((contract as readonly string[] | undefined) ?? goals).map((each) => (
            <option key={each} value={each} selected={each === goal.value}>
              {textOr(`measure.goal.${each}`, each)}
            </option>
          ))}
        </select>
      </label>
      {fields
        .filter(([name]) => !isTurned(name, fields))
        .map(([name, of]) => (
          <Setting key={name} name={name} of={of} />
        ))}
      <div class="measure-knobs">
        {fields
          .filter(([name]) => isTurned(name, fields))
          .map(([name, of]) => (
            <ControlFor key={name} path={path} name={name} contract={of} {...labelOf(name)} />
          ))}
      </div>
    </>
  );
}

type Fields = readonly (readonly [name: string, of: FieldContract])[];

/** Numbers stand beside each other. */
function isTurned(name: string, fields: Fields): boolean {
  const of = fields.find(([each]) => each === name)?.[1];
  return (of?.type === 'number' || of?.type === 'integer') && !Array.isArray(of.enum);
}

function labelOf(name: string): { readonly label?: string } {
  const label = textOr(`measure.field.${name}`, '');
  return label === '' ? {} : { label };
}

function Setting({ name, of }: { readonly name: string; readonly of: FieldContract }) {
  if (name === 'microphoneId') return <Calibration />;
  const strips = allowedStrips({ items: of } as unknown as FieldContract);
  if (strips.length > 0) return <StripSelect name={name} strips={strips} />;
  return <ControlFor path={path} name={name} contract={of} {...labelOf(name)} />;
}

/** A strip, or none. */
function StripSelect({ name, strips }: { readonly name: string; readonly strips: readonly string[] }) {
  const { shown, state, move } = field<StripRef | null>(path, name);
  const now = shown.value ? pathOf(shown.value) : '';
  const words = (strip: string) => [...new Set([stripNumber(strip), stripName(strip)])].join(' · ');
  return (
    <div class="control" data-field={name}>
      <label class="form-row">
        <span>{textOr(`measure.field.${name}`, name)}</span>
        <select
          disabled={state.value === 'stale'}
          onChange={({ currentTarget: { value } }) => move(value === '' ? null : refOf(value))}
        >
          {['', ...strips].map((strip) => (
            <option key={strip} value={strip} selected={strip === now}>
              {strip === '' ? t('measure.noStrip') : words(strip)}
            </option>
          ))}
        </select>
      </label>
      <Refusal path={path} name={name} />
    </div>
  );
}

interface MicrophoneItem {
  readonly id: string;
  readonly name: string;
}

function Calibration() {
  const { shown, state, move } = field<string>(path, 'microphoneId');
  const items = fieldOf<readonly MicrophoneItem[]>('/measurement/microphones', 'items').value ?? [];
  return (
    <div class="control" data-field="microphoneId">
      <label class="form-row">
        <span>{t('measure.field.microphoneId')}</span>
        <select disabled={state.value === 'stale'} onChange={({ currentTarget }) => move(currentTarget.value)}>
          {[{ id: '', name: t('measure.noCalibration') }, ...items].map(({ id, name }) => (
            <option key={id} value={id} selected={id === (shown.value ?? '')}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Refusal path={path} name="microphoneId" />
    </div>
  );
}
