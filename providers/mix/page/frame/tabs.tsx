// The views of a phone.
import { selected, show, view } from '../desk/view.ts';
import { t } from '../text/text.ts';
import './tabs.css';
import { page, showFaders } from './bank.ts';
import { monitorPage } from './pages.ts';

export function Tabs() {
  const [name = 'bank', part] = view.value;
  const strip = selected.value ?? page.value.strips[0];
  const isPatch = name === 'show' && part === 'patch';
  return (
    <nav class="tabs" aria-label={t('frame.views')}>
      <Tab sign="☰" text={t('frame.mix')} isOn={name === 'bank'} run={showFaders} />
      {strip !== undefined && (
        <Tab
          sign="∿"
          text={t('frame.strip')}
          isOn={name === 'strip'}
          run={() => show('strip', ...strip.split('/').slice(2))}
        />
      )}
      <Tab sign="▤" text={t('frame.show')} isOn={name === 'show' && !isPatch} run={() => show('show')} />
      <Tab sign="▦" text={t('frame.patch')} isOn={isPatch} run={() => show('show', 'patch')} />
      {monitorPage.value !== undefined && (
        <a class="tab" href={monitorPage.value}>
          <span aria-hidden="true">♪</span>
          {t('frame.monitor')}
        </a>
      )}
    </nav>
  );
}

interface TabProps {
  readonly sign: string;
  readonly text: string;
  readonly isOn: boolean;
  readonly run: () => void;
}

function Tab({ sign, text, isOn, run }: TabProps) {
  return (
    <button type="button" class="tab" aria-current={isOn} onClick={run}>
      <span aria-hidden="true">{sign}</span>
      {text}
    </button>
  );
}
