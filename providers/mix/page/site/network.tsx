// Network audio: the devices of the desk, and those that send; their channels are subscribed to by label.
import { fieldOf, onceThere, useRows } from '../desk/rows.ts';
import { show, view } from '../desk/view.ts';
import { NetworkClock } from '../show/network-clock.tsx';
import { Windowed } from '../show/windowed.tsx';
import { t } from '../text/text.ts';
import { type NetworkDevice, networkPath } from './network-device.ts';
import { OwnInputs } from './own-inputs.tsx';
import { openRow } from './rows.tsx';
import { Sender } from './sender.tsx';

interface RefusedAnnouncement {
  readonly address: string;
  readonly reason: string;
  readonly count: number;
}

export function Network() {
  useRows(['/netaudio', '/net']);
  const devices = fieldOf<readonly NetworkDevice[]>('/netaudio', 'devices').value ?? [];
  const refused = fieldOf<readonly RefusedAnnouncement[]>('/netaudio', 'refused').value ?? [];
  const [, , chosen] = view.value;
  const device = devices.find(({ id }) => id === chosen) ?? devices[0];
  const isChosen = devices.some(({ id }) => id === chosen);
  return (
    <div class={`show-split${isChosen ? ' is-chosen' : ''}`}>
      <section class="show-panel show-list" aria-label={t('show.part.network')}>
        <NetworkClock />
        <Windowed
          items={devices}
          rowRem={3.9}
          label={t('show.part.network')}
          keyOf={({ id }) => id}
          none={onceThere('/netaudio', t('site.noNetworkDevices'))}
          row={({ id, name, own, online, txChannels, rxChannels }) => (
            <button
              type="button"
              class="list-key"
              aria-current={id === device?.id ? 'true' : undefined}
              onClick={() => show('show', 'network', id)}
            >
              <span class="list-words">
                <b dir="auto">{name || id}</b>
                <small>
                  {!online && '✕ '}
                  {t(own ? 'site.ownDevice' : online ? 'site.sender' : 'site.notAnnounced')} ·{' '}
                  {own ? `${rxChannels} / ${txChannels}` : txChannels}
                </small>
              </span>
            </button>
          )}
        />
        {refused.length > 0 && <h2>{t('site.notTaken')}</h2>}
        <ul class="plain-list">
          {refused.slice(0, 8).map(({ address, reason, count }) => (
            <li key={`${address} ${reason}`}>
              <p dir="auto">
                ✕ {address}: {reason} <small>×{count}</small>
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section class="show-panel show-detail" aria-label={device?.name ?? t('site.noNetworkDevices')}>
        {device === undefined ? (
          <p class="quiet">{onceThere('/netaudio', t('site.noNetworkDevices'))}</p>
        ) : (
          <>
            <header class="show-head">
              <button type="button" class="only-narrow" onClick={() => show('show', 'network')}>
                ‹ {t('show.part.network')}
              </button>
              <h1 class="grow" dir="auto">
                {device.name || device.id}
              </h1>
            </header>
            <div class="site-scroll">
              {device.own ? (
                <Own key={device.id} device={device} />
              ) : (
                <Sender key={device.id} device={device} own={devices.filter(({ own }) => own)} />
              )}
            </div>
          </>
        )}
      </section>
    </div>
  );
}

interface Sent {
  readonly id: string;
  readonly name: string;
  readonly firstChannel: number;
  readonly channels: number;
  readonly encoding: string;
  readonly address: string;
  readonly enabled: boolean;
}

function Own({ device: { id } }: { readonly device: NetworkDevice }) {
  const path = networkPath(id);
  useRows([path]);
  const problem = fieldOf<string>(path, 'problem').value ?? '';
  const sent = fieldOf<readonly Sent[]>(path, 'transmit').value ?? [];
  return (
    <>
      {problem !== '' && (
        <p class="refusal" role="status" dir="auto">
          {problem}
        </p>
      )}
      <h2>{t('site.inputs')}</h2>
      <OwnInputs path={path} />
      <h2>{t('site.sent')}</h2>
      <ul class="plain-list">
        {sent.map(({ id: stream, name, firstChannel, channels, encoding, address, enabled }) => (
          <li key={stream}>
            <b dir="auto">{name}</b>{' '}
            <small>
              {t('site.outputs', { from: firstChannel, to: firstChannel + channels - 1 })} · {encoding} · {address} ·{' '}
              {t(enabled ? 'show.on' : 'show.off')}
            </small>
          </li>
        ))}
      </ul>
      {sent.length === 0 && <p class="quiet">{t('site.nothingSent')}</p>}
      <div class="keys">
        <button type="button" onClick={() => openRow(path)}>
          {t('site.wholeRow')}
        </button>
      </div>
    </>
  );
}
