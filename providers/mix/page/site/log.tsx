// The last lines of the desk's log, the newest first.
import { useSignal } from '@preact/signals';
import { fieldOf, onceThere, useRows } from '../desk/rows.ts';
import { timeWords } from '../show/values.ts';
import { t } from '../text/text.ts';

interface Line {
  readonly number: number;
  readonly at: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly source: string;
  readonly message: string;
}

const signs = { error: '✕', warning: '▲', info: 'i' } as const;
const states = { error: 'missing', warning: 'hot', info: 'idle' } as const;
const choices = { all: ['info', 'warning', 'error'], warning: ['warning', 'error'], error: ['error'] } as const;
type Choice = keyof typeof choices;

export function Log() {
  useRows(['/log']);
  const choice = useSignal<Choice>('all');
  const all = fieldOf<readonly Line[]>('/log', 'lines').value ?? [];
  const shown: readonly string[] = choices[choice.value];
  const lines = all.filter(({ severity }) => shown.includes(severity)).reverse();
  return (
    <section class="show-panel grow" aria-label={t('show.part.log')}>
      <nav class="keys" aria-label={t('site.logWhich')}>
        {(Object.keys(choices) as Choice[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={choice.value === each}
            onClick={() => {
              choice.value = each;
            }}
          >
            {t(`site.log.${each}`)}
          </button>
        ))}
      </nav>
      <ul class="plain-list">
        {lines.map(({ number, at, severity, source, message }) => (
          <li key={number} class="problem" data-state={states[severity]}>
            <span class="sign" role="img" aria-label={t(`site.log.${severity}`)}>
              {signs[severity]}
            </span>
            <div class="grow">
              <small>
                {timeWords(at)} · <span dir="auto">{source}</span>
              </small>
              <p dir="auto">{message}</p>
            </div>
          </li>
        ))}
      </ul>
      <p class="quiet">{lines.length === 0 && onceThere('/log', t('site.noLines'))}</p>
    </section>
  );
}
