// A source is found by what is typed: its name, its box, its connector.
import { field } from '../desk/field.ts';
import { fieldOf, useRows } from '../desk/rows.ts';
import { t } from '../text/text.ts';
import { type Findable, FoundMenu } from './found-menu.tsx';
import type { TypedOptions } from './typed.tsx';

interface Source {
  readonly id: string;
  readonly label: string;
  readonly device: string;
  readonly connector: string;
  readonly present: boolean;
}

export function SourceMenu({ path, name, label }: TypedOptions) {
  useRows(['/source']);
  const { shown, state, move } = field<string>(path, name);
  const sources = fieldOf<readonly Source[]>('/source', 'sources').value ?? [];
  const chosen = sources.find(({ id }) => id === shown.value);
  const words = chosen?.label || shown.value || t('control.noSource');
  const choices = () => sources.map(asChoice);
  return (
    <FoundMenu
      {...{ label, words }}
      state={state.value}
      none={t('control.noSource')}
      useChoices={choices}
      choose={move}
    />
  );
}

const asChoice = ({ id, label, device, connector, present }: Source): Findable => ({
  id,
  label: label || id,
  note: present ? device : t('control.notThere'),
  text: `${label} ${id} ${connector}`,
});
