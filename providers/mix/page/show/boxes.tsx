// Stageboxes: whether they are there, their inputs with gain and 48 V, their outputs.
import { useSignal } from '@preact/signals';
import { ControlFor } from '../control/control-for.tsx';
import { NetworkInput } from '../control/network-input.tsx';
import { fieldOf, isThere, onceThere, pathsOf, useRows } from '../desk/rows.ts';
import { show, view } from '../desk/view.ts';
import { isLargeText, isWide } from '../frame/size.ts';
import { SocketMeter } from '../meter/socket-meter.tsx';
import { t } from '../text/text.ts';
import { NetworkClock } from './network-clock.tsx';
import { PhantomSwitch } from './phantom-switch.tsx';
import { TaskButton } from './task-button.tsx';
import { Windowed } from './windowed.tsx';

interface Box {
  readonly id: string;
  readonly label: string;
  readonly model: string;
  readonly transport: string;
  readonly present: boolean;
  readonly missing: '' | 'audio' | 'control';
  readonly reason: string;
}

interface Source {
  readonly id: string;
  readonly hot: boolean;
}

export function Boxes() {
  useRows(['/stagebox']);
  const items = fieldOf<readonly Box[]>('/stagebox', 'items').value ?? [];
  const [, , chosen] = view.value;
  const box = items.find(({ id }) => id === chosen) ?? items[0];
  return (
    <div class={`show-split${items.some(({ id }) => id === chosen) ? ' is-chosen' : ''}`}>
      <section class="show-panel show-list" aria-label={t('show.part.boxes')}>
        <Windowed
          items={items}
          rowRem={3.9}
          label={t('show.part.boxes')}
          keyOf={({ id }) => id}
          none={onceThere('/stagebox', t('show.noBoxes'))}
          row={(each) => (
            <button
              type="button"
              class="list-key"
              aria-current={each.id === box?.id ? 'true' : undefined}
              onClick={() => show('show', 'boxes', each.id)}
            >
              <span class="list-words">
                <b dir="auto">{each.label || each.id}</b>
                <small>{each.present ? `${each.model} · ${each.transport}` : `✕ ${t('show.notThere')}`}</small>
                {each.present && each.missing !== '' && <small class="refusal">✕ {halfWords(each.missing)}</small>}
              </span>
            </button>
          )}
        />
      </section>
      <section class="show-panel show-detail" aria-label={box?.label ?? t('show.noBoxes')}>
        {box === undefined ? (
          <p class="quiet">{onceThere('/stagebox', t('show.noBoxes'))}</p>
        ) : (
          <BoxDetail key={box.id} box={box} />
        )}
      </section>
    </div>
  );
}

const halfWords = (missing: 'audio' | 'control') =>
  t(missing === 'audio' ? 'show.boxWithoutSound' : 'show.boxWithoutPreamps');

function BoxDetail({ box }: { readonly box: Box }) {
  const { id, label, transport, present, missing, reason } = box;
  const isOfNetwork = transport === 'netaudio';
  const path = `/stagebox/${encodeURIComponent(id)}`;
  useRows([path, `${path}/inputs/*`, `${path}/outputs/*`, '/source']);
  const isOutputs = useSignal(false);
  const rows = pathsOf(`${path}/${isOutputs.value ? 'outputs' : 'inputs'}/*`);
  return (
    <>
      <header class="show-head">
        <button type="button" class="only-narrow" onClick={() => show('show', 'boxes')}>
          ‹ {t('show.part.boxes')}
        </button>
        <h1 class="grow" dir="auto">
          {label || id}
        </h1>
        <ControlFor path={path} name="enabled" label={t('show.boxEnabled')} />
        <TaskButton path={`${path}/identify`}>{t('show.identify')}</TaskButton>
      </header>
      {!present && <p class="refusal">{t('show.boxAbsent')}</p>}
      {present && missing !== '' && (
        <p class="refusal" role="status" dir="auto">
          {halfWords(missing)}: {reason}
        </p>
      )}
      {isOfNetwork && <NetworkClock />}
      <nav class="keys" aria-label={label || id}>
        {[false, true].map((each) => (
          <button
            key={String(each)}
            type="button"
            aria-current={each === isOutputs.value ? 'true' : undefined}
            onClick={() => {
              isOutputs.value = each;
            }}
          >
            {t(each ? 'show.patch.outputs' : 'show.patch.inputs')}
          </button>
        ))}
      </nav>
      <Windowed
        key={String(isOutputs.value)}
        items={rows}
        rowRem={isLargeText.value ? 19 : isWide.value || isOutputs.value ? 6.5 : 13}
        label={t(isOutputs.value ? 'show.patch.outputs' : 'show.patch.inputs')}
        keyOf={String}
        none={onceThere(path, t('show.noSockets'))}
        row={(row) =>
          isOutputs.value ? (
            <OutputSocket path={row} />
          ) : (
            <InputSocket
              path={row}
              network={isOfNetwork ? `/netaudio/${encodeURIComponent(id)}/rx/${numberOf(row)}` : ''}
            />
          )
        }
      />
    </>
  );
}

const numberOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function SocketWords({ path, isHot }: { readonly path: string; readonly isHot: boolean }) {
  const patched = fieldOf<string>(path, 'patchedTo').value ?? '';
  const isPending = fieldOf(path, 'pending').value === true;
  return (
    <span class="list-words">
      <b dir="auto">
        {numberOf(path)} {fieldOf<string>(path, 'label').value}
      </b>
      <small dir="auto">{patched || t('show.notPatched')}</small>
      {isPending && <small>◌ {t('show.waitingFor')}</small>}
      {isHot && patched === '' && <small class="hot">▲ {t('show.hasSignal')}</small>}
    </span>
  );
}

/** `network`: the row of an input from the network; '' for one of a device with sockets. */
function InputSocket({ path, network }: { readonly path: string; readonly network: string }) {
  const sourceId = fieldOf<string>(path, 'sourceId').value;
  const sources = fieldOf<readonly Source[]>('/source', 'sources').value ?? [];
  const source = sources.find(({ id }) => id === sourceId);
  return (
    <div class="socket">
      <SocketWords path={path} isHot={source?.hot === true} />
      {network !== '' && <NetworkInput path={network} />}
      {source !== undefined && isThere('/source') && (
        <SocketMeter
          key={source.id}
          sourceId={source.id}
          name={fieldOf<string>(path, 'label').value || numberOf(path)}
        />
      )}
      <ControlFor path={path} name="gainDb" label={t('show.field.gainDb')} />
      <ControlFor path={path} name="sensDb" label={t('show.field.gainDb')} />
      <ControlFor path={path} name="pad" />
      <ControlFor path={path} name="label" />
      <PhantomSwitch path={path} />
    </div>
  );
}

function OutputSocket({ path }: { readonly path: string }) {
  return (
    <div class="socket">
      <SocketWords path={path} isHot={false} />
      <ControlFor path={path} name="muted" label={t('show.field.muted')} />
    </div>
  );
}
