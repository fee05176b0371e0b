// A field that is a list or has members, written as JSON: for values that no control of the page has.
import { useSignal } from '@preact/signals';
import type { FieldContract } from 'rowdesk/client';
import { Refusal } from '../control/control-for.tsx';
import { fieldLabel } from '../control/field-label.ts';
import { refuse } from '../desk/refusals.ts';
import { fieldOf } from '../desk/rows.ts';
import { writeFields } from '../desk/tasks.ts';
import { t } from '../text/text.ts';

interface JsonFieldProps {
  readonly path: string;
  readonly name: string;
  readonly field: FieldContract;
}

export function JsonField({ path, name, field }: JsonFieldProps) {
  const value = fieldOf(path, name).value;
  const draft = useSignal<string | undefined>(undefined);
  const label = fieldLabel(name, field);
  const write = async () => {
    const parsed = parsedJson(draft.value ?? '');
    if (parsed === undefined) refuse(path, name, new SyntaxError(t('site.notJson')));
    else if (await writeFields(path, { [name]: parsed.value }, name)) draft.value = undefined;
  };
  return (
    <div class="control site-json" data-field={name}>
      <label>
        <span>{label}</span>
        <textarea
          dir="ltr"
          spellcheck={false}
          rows={3}
          value={draft.value ?? JSON.stringify(value, null, 1)}
          onInput={(event) => {
            draft.value = event.currentTarget.value;
          }}
        />
      </label>
      <div class="keys">
        <button type="button" disabled={draft.value === undefined} onClick={() => void write()}>
          {t('site.set')}
        </button>
        {draft.value !== undefined && (
          <button
            type="button"
            onClick={() => {
              draft.value = undefined;
            }}
          >
            {t('site.discard')}
          </button>
        )}
      </div>
      <Refusal path={path} name={name} />
    </div>
  );
}

/** Undefined for a text that is none of JSON. */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
