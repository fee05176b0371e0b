// Asks once what this device is called in the history of the desk: a key in the top bar, until it was opened.
import { useState } from 'preact/hooks';
import { actor } from '../desk/actor.ts';
import { show } from '../desk/view.ts';
import { t } from '../text/text.ts';

const key = 'rowdesk.asked';

export function NameAsked() {
  const [isAsked, setAsked] = useState(localStorage.getItem(key) !== null);
  if (isAsked || actor.value !== '') return null;
  const open = () => {
    localStorage.setItem(key, 'yes');
    setAsked(true);
    show('settings');
  };
  return (
    <button type="button" class="name-asked" onClick={open}>
      <small>{t('frame.name.ask')}</small>
    </button>
  );
}
