// Surfaces beside this page, as OSC: on or off, what they may do, which machines take part, and who speaks without being listed.
import { useSignal } from '@preact/signals';
import { ControlFor, Refusal } from '../control/control-for.tsx';
import { fieldOf, onceThere, useRows } from '../desk/rows.ts';
import { writeFields } from '../desk/tasks.ts';
import { show, view } from '../desk/view.ts';
import { Facts } from '../show/facts.tsx';
import { timeWords } from '../show/values.ts';
import { type TextKey, t } from '../text/text.ts';
import { openRow } from './rows.tsx';

interface Surface {
  readonly id: string;
  readonly label: string;
  readonly enabled: boolean;
  readonly state: 'off' | 'starting' | 'running' | 'absent' | 'failed';
}

interface Peer {
  readonly address: string;
  readonly port: number;
  readonly transport: string;
  readonly subscriptions: number;
  readonly dropped: number;
}

const signs: Readonly<Record<Surface['state'], string>> = {
  ...{ off: '', starting: '…', running: '●', absent: '▲', failed: '✕' },
};
/** An address is the same in every language. */
const exampleAddress = '192.168.1.30:9000';
const pathOf = (id: string) => `/surface/${encodeURIComponent(id)}`;
const stateWords = (state: Surface['state']) => t(`site.surface.${state}` satisfies TextKey);

export function Surfaces() {
  useRows(['/surface']);
  const surfaces = fieldOf<readonly Surface[]>('/surface', 'surfaces').value ?? [];
  const [, , chosen] = view.value;
  const surface = surfaces.find(({ id }) => id === chosen) ?? surfaces[0];
  const isChosen = surfaces.some(({ id }) => id === chosen);
  return (
    <div class={`show-split${isChosen ? ' is-chosen' : ''}`}>
      <section class="show-panel show-list" aria-label={t('show.part.surfaces')}>
        {surfaces.length === 0 && <p class="quiet">{onceThere('/surface', t('site.noSurfaces'))}</p>}
        {surfaces.map(({ id, label, state }) => (
          <button
            key={id}
            type="button"
            class="list-key"
            aria-current={id === surface?.id ? 'true' : undefined}
            onClick={() => show('show', 'surfaces', id)}
          >
            <span class="list-words">
              <b dir="auto">
                {signs[state]} {label || id}
              </b>
              <small>{stateWords(state)}</small>
            </span>
          </button>
        ))}
      </section>
      <section class="show-panel show-detail" aria-label={surface?.label || surface?.id || t('site.noSurfaces')}>
        {surface !== undefined && (
          <>
            <header class="show-head">
              <button type="button" class="only-narrow" onClick={() => show('show', 'surfaces')}>
                ‹ {t('show.part.surfaces')}
              </button>
              <h1 class="grow" dir="auto">
                {surface.label || surface.id}
              </h1>
            </header>
            <div class="site-scroll">
              <Detail key={surface.id} surface={surface} />
            </div>
          </>
        )}
      </section>
    </div>
  );
}

function Detail({ surface: { id, state } }: { readonly surface: Surface }) {
  const path = pathOf(id);
  useRows([path]);
  const reason = fieldOf<string>(path, 'reason').value ?? '';
  const words = (field: string) => fieldOf<number | null>(path, field).value?.toString();
  return (
    <>
      {reason !== '' && (
        <p class="refusal" role="status" dir="auto">
          {reason}
        </p>
      )}
      <div class="knobs">
        {(['enabled', 'role', 'label', 'mapping'] as const).map((name) => (
          <ControlFor key={name} path={path} name={name} label={t(`site.surface.of.${name}`)} />
        ))}
      </div>
      <Facts
        facts={[
          ['site.surface.state', stateWords(state)],
          ['site.surface.port', words('port')],
          ['site.surface.queryPort', words('queryPort')],
        ]}
      />
      <Machines path={path} />
      <Peers path={path} />
      <div class="keys">
        <button type="button" onClick={() => openRow(path)}>
          {t('site.wholeRow')}
        </button>
      </div>
    </>
  );
}

/** Machines that take part; those that spoke and are not among them can be let in. */
function Machines({ path }: { readonly path: string }) {
  const typed = useSignal('');
  const addresses = fieldOf<readonly string[]>(path, 'addresses').value ?? [];
  const strangers = fieldOf<readonly { readonly address: string }[]>(path, 'strangers').value ?? [];
  const write = (next: readonly string[]) => writeFields(path, { addresses: [...next] }, 'addresses');
  const add = async (address: string) => {
    if (address !== '' && (await write([...new Set([...addresses, address])]))) typed.value = '';
  };
  return (
    <>
      <h2>{t('site.surface.addresses')}</h2>
      <ul class="plain-list">
        {addresses.map((address) => (
          <li class="problem" key={address}>
            <span class="grow" dir="ltr">
              {address}
            </span>
            <button
              type="button"
              aria-label={t('site.surface.removeLabel', { address })}
              onClick={() => void write(addresses.filter((each) => each !== address))}
            >
              {t('site.surface.remove')}
            </button>
          </li>
        ))}
        {strangers.map(({ address }) => (
          <li class="problem" key={`stranger ${address}`}>
            <span class="grow" dir="ltr">
              {address} <small>{t('site.surface.stranger')}</small>
            </span>
            <button
              type="button"
              aria-label={t('site.surface.letInLabel', { address })}
              onClick={() => void add(address)}
            >
              {t('site.surface.letIn')}
            </button>
          </li>
        ))}
      </ul>
      <form
        class="keys"
        onSubmit={(event) => {
          event.preventDefault();
          void add(typed.value.trim());
        }}
      >
        <input
          type="text"
          inputMode="decimal"
          aria-label={t('site.surface.address')}
          placeholder={exampleAddress}
          value={typed}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
          }}
        />
        <button type="submit">{t('site.surface.add')}</button>
      </form>
      <Refusal path={path} name="addresses" />
    </>
  );
}

function Peers({ path }: { readonly path: string }) {
  const peers = fieldOf<readonly Peer[]>(path, 'peers').value ?? [];
  const heardAt = fieldOf<string | null>(path, 'lastSeenAt').value;
  return (
    <>
      <h2>{t('site.surface.peers')}</h2>
      <p class="quiet">{heardAt ? t('site.surface.heard', { time: timeWords(heardAt) }) : t('site.surface.noPeers')}</p>
      <ul class="plain-list">
        {peers.map(({ address, port, transport, subscriptions, dropped }) => (
          <li key={`${transport} ${address}:${port}`}>
            <span dir="ltr">
              {address}:{port}
            </span>{' '}
            <small>
              {transport} · {t('site.surface.follows', { count: subscriptions })}
              {dropped > 0 && ` · ${t('site.surface.dropped', { count: dropped })}`}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}
