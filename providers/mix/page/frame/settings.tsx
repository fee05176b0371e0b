// What this device's user chooses for it.
import { useState } from 'preact/hooks';
import { actor, setActor } from '../desk/actor.ts';
import { holder } from '../desk/holder.ts';
import { language, languages, setLanguage, type TextKey, t } from '../text/text.ts';
import './panel.css';
import { showFaders } from './bank.ts';
import { EditedBanks } from './edited-banks.tsx';
import { panicScope, panicScopes, theme, themes } from './settings-store.ts';

export function Settings() {
  return (
    <main class="panel">
      <header class="panel-head">
        <h1>{t('frame.settings')}</h1>
        <button type="button" onClick={showFaders}>
          {t('frame.close')}
        </button>
      </header>
      <p>{t('frame.settings.about')}</p>
      {/* A key has a name. */}
      {!holder.value?.name && <DeviceName />}
      <Choices
        title="frame.theme"
        choices={themes}
        chosen={theme.value}
        text={(each) => t(`frame.theme.${each}`)}
        choose={(each) => (theme.value = each)}
      />
      <Choices
        title="frame.language"
        choices={languages}
        chosen={language.value}
        text={(each) => new Intl.DisplayNames([each], { type: 'language' }).of(each) ?? each}
        choose={setLanguage}
      />
      <Choices
        title="frame.panic.means"
        choices={panicScopes}
        chosen={panicScope.value}
        text={(each) => t(`frame.panic.means.${each}`)}
        choose={(each) => (panicScope.value = each)}
      />
      <EditedBanks />
    </main>
  );
}

interface ChoicesProps<T> {
  readonly title: TextKey;
  readonly choices: readonly T[];
  readonly chosen: T;
  readonly text: (choice: T) => string;
  readonly choose: (choice: T) => unknown;
}

function Choices<T extends string>({ title, choices, chosen, text, choose }: ChoicesProps<T>) {
  return (
    <fieldset class="panel-group">
      <legend>{t(title)}</legend>
      <div class="panel-choices">
        {choices.map((each) => (
          <button type="button" key={each} aria-pressed={each === chosen} onClick={() => choose(each)}>
            {text(each)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** The client says its name with each request from its start: the page begins anew. */
function DeviceName() {
  const [name, setName] = useState(actor.value);
  return (
    <form
      class="panel-group"
      onSubmit={(event) => {
        event.preventDefault();
        setActor(name.trim());
        location.reload();
      }}
    >
      <label for="device-name">{t('frame.name')}</label>
      <div class="panel-form">
        <input
          id="device-name"
          dir="auto"
          maxLength={64}
          value={name}
          placeholder={t('frame.name.example')}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit" disabled={name.trim() === actor.value}>
          {t('frame.save')}
        </button>
      </div>
    </form>
  );
}
