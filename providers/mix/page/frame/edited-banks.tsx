// Custom banks are made, named, filled and removed here.
import { useState } from 'preact/hooks';
import { useRows } from '../desk/rows.ts';
import { stripName, stripNumber } from '../desk/strip-name.ts';
import { t } from '../text/text.ts';
import { counts } from './bank.ts';
import { groupsOf } from './banks.ts';
import {
  addBank,
  type CustomBank,
  changeBank,
  customBanks,
  mostBanks,
  removeBank,
  toggleStrip,
} from './custom-banks.ts';
import { groupWord } from './words.ts';

export function EditedBanks() {
  const [open, setOpen] = useState<string | undefined>(undefined);
  const bank = customBanks.value.find(({ id }) => id === open);
  return (
    <section class="panel-group" aria-labelledby="own-banks">
      <h2 id="own-banks">{t('frame.banks.own')}</h2>
      <div class="panel-choices">
        {customBanks.value.map(({ id, name }) => (
          <button
            type="button"
            key={id}
            aria-expanded={id === open}
            onClick={() => setOpen(id === open ? undefined : id)}
          >
            ★ <span dir="auto">{name}</span>
          </button>
        ))}
        {customBanks.value.length < mostBanks && (
          <button type="button" onClick={() => setOpen(addBank(t('frame.banks.new')))}>
            + {t('frame.banks.add')}
          </button>
        )}
      </div>
      {bank !== undefined && <EditedBank bank={bank} />}
    </section>
  );
}

function EditedBank({ bank }: { readonly bank: CustomBank }) {
  const { id, name, strips } = bank;
  const groups = groupsOf(counts.value);
  const [chosen, choose] = useState<string | undefined>(undefined);
  // The groups may come after the bank.
  const group = groups.find(({ id }) => id === chosen) ?? groups[0];
  useRows([...strips, ...(group?.strips ?? [])]);
  return (
    <div class="edited-bank">
      <div class="panel-form">
        <label for="bank-name">{t('frame.banks.name')}</label>
        <input
          id="bank-name"
          dir="auto"
          maxLength={24}
          value={name}
          onInput={({ currentTarget }) => changeBank(id, { name: currentTarget.value })}
        />
        <button type="button" onClick={() => removeBank(id)}>
          {t('frame.banks.remove')}
        </button>
      </div>
      <p>{t('frame.banks.order')}</p>
      <div class="panel-choices">
        {groups.map((each) => (
          <button type="button" key={each.id} aria-pressed={each === group} onClick={() => choose(each.id)}>
            {groupWord(each.id)}
          </button>
        ))}
      </div>
      <div class="panel-links edited-strips">
        {group?.strips.map((path) => {
          const at = strips.indexOf(path);
          return (
            <button type="button" key={path} aria-pressed={at >= 0} onClick={() => toggleStrip(id, path)}>
              <span dir="auto">{stripName(path)}</span>
              <small>
                {stripNumber(path)}
                {at >= 0 && ` · ${t('frame.banks.place', { place: at + 1 })}`}
              </small>
            </button>
          );
        })}
      </div>
    </div>
  );
}
