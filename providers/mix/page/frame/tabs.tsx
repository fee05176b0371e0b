// The views of a phone. Each has its place from the beginning: none moves under a finger when the desk answers.
import { selected, show, view } from '../desk/view.ts';
import { t } from '../text/text.ts';
import './tabs.css';
import { page, showFaders } from './bank.ts';

export function Tabs() {
  const [name = 'bank', part] = view.value;
  const strip = selected.value ?? page.value.strips[0];
  const isPatch = name === 'show' && part === 'patch';
  return (
    <nav class="tabs" aria-label={t('frame.views')}>
      <Tab sign="☰" text={t('frame.mix')} isOn={name === 'bank'} run={showFaders} />
      <Tab
        sign="∿"
        text={t('frame.strip')}
        isOn={name === 'strip'}
        run={strip === undefined ? undefined : () => show('strip', ...strip.split('/').slice(2))}
      />
      <Tab sign="▤" text={t('frame.show')} isOn={name === 'show' && !isPatch} run={() => show('show')} />
      <Tab sign="▦" text={t('frame.patch')} isOn={isPatch} run={() => show('show', 'patch')} />
      <a class="tab" href="/mix/monitor">
        <span aria-hidden="true">♪</span>
        {t('frame.monitor')}
      </a>
    </nav>
  );
}

interface TabProps {
  readonly sign: string;
  readonly text: string;
  readonly isOn: boolean;
  /** Undefined while there is nothing to show. */
  readonly run: (() => void) | undefined;
}

function Tab({ sign, text, isOn, run }: TabProps) {
  return (
    <button type="button" class="tab" aria-current={isOn} disabled={run === undefined} onClick={run}>
      <span aria-hidden="true">{sign}</span>
      {text}
    </button>
  );
}
