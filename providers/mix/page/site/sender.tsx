// A device of others: its streams and their channels, each of which can be subscribed to by its label.

import { useSignal } from '@preact/signals';
import { Refusal } from '../control/control-for.tsx';
import type { Subscription } from '../control/network-input.tsx';
import { fieldOf, pathsOf, useRows } from '../desk/rows.ts';
import { writeFields } from '../desk/tasks.ts';
import { timeWords } from '../show/values.ts';
import { t } from '../text/text.ts';
import { type NetworkDevice, networkPath } from './network-device.ts';
import { inputNumber } from './own-inputs.tsx';

interface Stream {
  readonly id: string;
  readonly name: string;
  readonly encoding: string;
  readonly rateHz: number;
  readonly channels: number;
  readonly labels: readonly string[];
}

interface Session {
  readonly id: string;
  readonly name: string;
  readonly streams: readonly Stream[];
}

interface Subscribed {
  readonly id: string;
  readonly n: number;
  readonly txChannelLabel: string;
}

interface SenderProps {
  readonly device: NetworkDevice;
  readonly own: readonly NetworkDevice[];
}

export function Sender({ device: { id, address, online }, own }: SenderProps) {
  const path = networkPath(id);
  useRows([path, ...own.map((each) => `${networkPath(each.id)}/rx/*`)]);
  const inputs = own.flatMap((each) => pathsOf(`${networkPath(each.id)}/rx/*`));
  const chosen = useSignal('');
  const target = inputs.includes(chosen.value) ? chosen.value : (inputs.find(isFree) ?? inputs[0] ?? '');
  const sessions = fieldOf<readonly Session[]>(path, 'sessions').value ?? [];
  const subscribed = fieldOf<readonly Subscribed[]>(path, 'subscriptions').value ?? [];
  const subscribe = async (txChannelLabel: string) => {
    const isDone = await writeFields(target, { subscription: { txDevice: id, txChannelLabel } }, 'subscription');
    // The next free input is the next target.
    if (isDone) chosen.value = '';
  };
  return (
    <>
      <p class="quiet">
        {address} {!online && `· ${t('site.notAnnounced')}`}{' '}
        {t('site.lastSeen', { time: timeWords(fieldOf(path, 'lastSeenAt').value) })}
      </p>
      {inputs.length === 0 ? (
        <p class="quiet">{t('site.noInputs')}</p>
      ) : (
        <label class="form-row">
          <span>{t('site.subscribeTo')}</span>
          <select
            value={target}
            onChange={(event) => {
              chosen.value = event.currentTarget.value;
            }}
          >
            {inputs.map((each) => (
              <option key={each} value={each}>
                {inputWords(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Refusal path={target} name="subscription" />
      {sessions.flatMap(({ id: session, streams }) =>
        streams.map(({ id: stream, name, encoding, rateHz, channels, labels }) => (
          <section key={`${session} ${stream}`} aria-label={name}>
            <h2 dir="auto">{name}</h2>
            <small>
              {encoding} · {rateHz} Hz · {t('site.channels', { count: channels })}
            </small>
            <ul class="plain-list">
              {labels.map((label) => (
                <li class="problem" key={label}>
                  <span class="grow" dir="auto">
                    {label}{' '}
                    <small>
                      {subscribed
                        .filter(({ txChannelLabel }) => txChannelLabel === label)
                        .map((each) => `→ ${each.id} ${each.n}`)
                        .join(', ')}
                    </small>
                  </span>
                  <button
                    type="button"
                    disabled={target === ''}
                    aria-label={t('site.subscribeLabel', { label, input: inputWords(target) })}
                    onClick={() => void subscribe(label)}
                  >
                    {t('site.subscribe')}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )),
      )}
      {sessions.length === 0 && <p class="quiet">{t('site.noStreams')}</p>}
    </>
  );
}

const isFree = (path: string) => (fieldOf<Subscription>(path, 'subscription').value?.txDevice ?? '') === '';

/** `aes67 3`, with what it is subscribed to. */
function inputWords(path: string): string {
  const device = decodeURIComponent(path.split('/')[2] ?? '');
  const { txDevice = '', txChannelLabel = '' } = fieldOf<Subscription>(path, 'subscription').value ?? {};
  return `${device} ${inputNumber(path)}${txDevice === '' ? '' : ` · ${txDevice} / ${txChannelLabel}`}`;
}
