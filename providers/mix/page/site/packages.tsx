// What the desk consists of: drivers, providers and the devices that they open; what runs, what does not, and why.
import { ControlFor } from '../control/control-for.tsx';
import { fieldOf, onceThere, useRows } from '../desk/rows.ts';
import { TaskButton } from '../show/task-button.tsx';
import { t, textOr } from '../text/text.ts';
import { Progress } from './progress.tsx';
import { openRow } from './rows.tsx';

interface Driver {
  readonly name: string;
  readonly version: string;
  readonly kind: string;
  readonly state: string;
  readonly reason: string;
  readonly restarts: number;
}

interface Provider {
  readonly name: string;
  readonly package: string;
  readonly roots: readonly string[];
  readonly state: string;
  readonly reason: string;
}

interface Device {
  readonly id: string;
  readonly label: string;
  readonly transport: string;
  readonly driver: string;
  readonly present: boolean;
  readonly reason: string;
}

interface Sign {
  readonly state: string;
  readonly sign: string;
}

/** As the list of warnings shows what is well, what waits and what is not there. */
const signs: Readonly<Record<string, Sign>> = {
  running: { state: 'set', sign: '✓' },
  building: { state: 'waiting', sign: '◌' },
  starting: { state: 'waiting', sign: '◌' },
  degraded: { state: 'hot', sign: '▲' },
  failed: { state: 'missing', sign: '✕' },
  'left-out': { state: 'missing', sign: '✕' },
};
const idle: Sign = { state: 'idle', sign: '–' };

export function Packages() {
  useRows(['/hardware', '/adapter', '/adapter/*']);
  const drivers = fieldOf<readonly Driver[]>('/hardware', 'drivers').value ?? [];
  const providers = fieldOf<readonly Provider[]>('/hardware', 'providers').value ?? [];
  const devices = fieldOf<readonly Device[]>('/hardware', 'devices').value ?? [];
  const adapters = new Set(
    (fieldOf<readonly { readonly id: string }[]>('/adapter', 'adapters').value ?? []).map(({ id }) => id),
  );
  return (
    <div class="clock-split">
      <section class="show-panel" aria-label={t('site.drivers')}>
        <h2>{t('site.drivers')}</h2>
        <ul class="plain-list">
          {drivers.map((driver) => (
            <DriverItem key={driver.name} driver={driver} isAdapter={adapters.has(driver.name)} />
          ))}
        </ul>
        <p class="quiet">{drivers.length === 0 && onceThere('/hardware', t('site.noDrivers'))}</p>
      </section>
      <section class="show-panel" aria-label={t('site.devices')}>
        <h2>{t('site.devices')}</h2>
        <ul class="plain-list">
          {devices.map(({ id, label, transport, driver, present, reason }) => (
            <Item key={id} state={driver === '' || !present ? 'absent' : 'running'}>
              <b dir="auto">{label || id}</b>{' '}
              <small>
                {transport} · {driver || t('site.noDriver')}
              </small>
              <p dir="auto">{present ? reason : t('show.notThere')}</p>
            </Item>
          ))}
        </ul>
        <p class="quiet">{devices.length === 0 && onceThere('/hardware', t('site.noDevices'))}</p>
      </section>
      <section class="show-panel" aria-label={t('site.providers')}>
        <h2>{t('site.providers')}</h2>
        <ul class="plain-list">
          {providers.map((provider) => (
            <ProviderItem key={provider.name} provider={provider} />
          ))}
        </ul>
      </section>
    </div>
  );
}

const stateWords = (state: string) => textOr(`site.state.${state}`, state);

function Item({ state, children }: { readonly state: string; readonly children: preact.ComponentChildren }) {
  const { state: shown, sign } = signs[state] ?? idle;
  return (
    <li class="problem" data-state={shown}>
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      <div class="grow">{children}</div>
    </li>
  );
}

function DriverItem({ driver, isAdapter }: { readonly driver: Driver; readonly isAdapter: boolean }) {
  const { name, version, kind, state, reason, restarts } = driver;
  const path = `/adapter/${encodeURIComponent(name)}`;
  const again = t(state === 'failed' ? 'site.tryAgain' : 'site.restart');
  return (
    <Item state={state}>
      <b dir="auto">{name}</b>{' '}
      <small>
        {version} · {kind} · {stateWords(state)}
        {restarts > 0 && ` · ${t('site.restarts', { count: restarts })}`}
      </small>
      <p dir="auto">{reason}</p>
      {state === 'building' && <Progress of={{ done: 0, total: 0 }} words={stateWords(state)} />}
      {isAdapter && (
        <div class="keys">
          <ControlFor path={path} name="enabled" label={t('show.boxEnabled')} />
          <TaskButton path={`${path}/restart`} label={`${again}: ${name}`}>
            {again}
          </TaskButton>
        </div>
      )}
    </Item>
  );
}

function ProviderItem({ provider }: { readonly provider: Provider }) {
  const { name, package: of, roots, state, reason } = provider;
  return (
    <Item state={state}>
      <b dir="auto">{name}</b>{' '}
      <small dir="auto">
        {of !== name && `${of} · `}
        {stateWords(state)}
      </small>
      {reason !== '' && <p dir="auto">{reason}</p>}
      <div class="keys">
        {roots.map((root) => (
          <button key={root} type="button" onClick={() => openRow(`/${root}`)}>
            /{root}
          </button>
        ))}
      </div>
    </Item>
  );
}
