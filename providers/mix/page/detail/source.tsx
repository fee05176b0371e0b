// Where the sound of a strip comes from: source, preamp, trim, polarity, high-pass.
import { ControlFor } from '../control/control-for.tsx';
import { NetworkInput, networkInputOf } from '../control/network-input.tsx';
import { contractOf } from '../desk/contracts.ts';
import { fieldOf, isThere, rowOf, useRows } from '../desk/rows.ts';
import { allowedStrips } from '../desk/strip-list.ts';
import { kindAndIndex } from '../desk/strip-name.ts';
import { show } from '../desk/view.ts';
import { t } from '../text/text.ts';
import { processorPath, rowsBelow } from './parts.ts';
import { Phantom } from './phantom.tsx';

interface Box {
  readonly id: string;
  readonly label: string;
  readonly transport: string;
  readonly missing: '' | 'audio' | 'control';
  readonly reason: string;
}

export function Source({ path, isWhole }: { readonly path: string; readonly isWhole: boolean }) {
  const preamp = `${path}/preamp`;
  const highPass = processorPath(path, 'hpf');
  const hasPreamp = rowsBelow(path, '/preamp').length > 0;
  const hasHighPass = rowsBelow(path, '/chain/processors/hpf').length > 0;
  useRows([
    path,
    ...(hasPreamp ? [preamp] : []),
    ...(hasHighPass ? [highPass, `${highPass}/values`] : []),
    ...(isWhole ? [`${path}/align`] : []),
  ]);
  const sourceId = fieldOf<string>(path, 'sourceId').value;
  return (
    <section class="detail-panel source" aria-label={t('detail.source')}>
      <ControlFor path={path} name="sourceId" />
      <FromNetwork path={path} name="sourceId" />
      {isWhole && <ControlFor path={path} name="spareSourceId" />}
      {isWhole && <FromNetwork path={path} name="spareSourceId" />}
      {isWhole && <ControlFor path={path} name="sourceSelected" />}
      <div class="knobs">
        {/* What a preamp allows is that of its socket. */}
        <ControlFor key={sourceId} path={preamp} name="gainDb" />
        <ControlFor path={path} name="trimDb" />
      </div>
      <SetGain path={path} />
      {isThere(preamp) && <PreampBox path={preamp} />}
      {hasPreamp && rowOf(preamp).value.life === 'gone' && <p class="note">{t('detail.noPreamp')}</p>}
      {isThere(preamp) && <Phantom path={preamp} />}
      <ControlFor path={preamp} name="pad" />
      <ControlFor path={path} name="polarityInverted" />
      <ControlFor path={highPass} name="enabled" label={t('detail.highPass')} />
      <div class="knobs">
        <ControlFor path={`${highPass}/values`} name="frequencyHz" />
        {isWhole && <ControlFor path={`${path}/align`} name="delayMs" />}
      </div>
      {isWhole && <ControlFor path={`${highPass}/values`} name="slope" />}
      {isWhole && <ControlFor path={`${path}/align`} name="reference" />}
      {isWhole && <ControlFor path={path} name="stereoLink" />}
      {isWhole && <ControlFor path={path} name="mainAssigned" />}
      {isWhole && <ControlFor path={path} name="aligned" />}
    </section>
  );
}

/** What a source that comes from the network is subscribed to, and whether that comes. */
function FromNetwork({ path, name }: { readonly path: string; readonly name: string }) {
  useRows(['/stagebox']);
  const boxes = fieldOf<readonly Box[]>('/stagebox', 'items').value ?? [];
  const sourceId = fieldOf<string>(path, name).value ?? '';
  const isOfNetwork = (box: string) => boxes.some(({ id, transport }) => id === box && transport === 'netaudio');
  const input = networkInputOf(sourceId, isOfNetwork);
  return input === undefined ? null : <NetworkInput key={input} path={input} />;
}

/** The stagebox with the strip's preamp, and what is not as it should be there. */
function PreampBox({ path }: { readonly path: string }) {
  useRows(['/stagebox']);
  const device = fieldOf<string>(path, 'device').value;
  const boxes = fieldOf<readonly Box[]>('/stagebox', 'items').value ?? [];
  const box = boxes.find(({ id }) => id === device);
  if (box === undefined) return null;
  const missing = box.missing === 'audio' ? 'detail.boxWithoutSound' : 'detail.boxWithoutPreamps';
  return (
    <p class="note" data-box={box.id} role="status" dir="auto">
      {box.label || box.id}
      {box.missing !== '' && ` ✕ ${t(missing)}: ${box.reason}`}
      {box.missing === '' && fieldOf(path, 'confirmed').value === false && ` ◌ ${t('detail.preampWaits')}`}
    </p>
  );
}

/** Leads to the gains from what is played. */
function SetGain({ path }: { readonly path: string }) {
  if (!allowedStrips(contractOf('/measurement/gain').value?.fields.strips).includes(path)) return null;
  return (
    <button type="button" class="set-gain" onClick={() => show('show', 'gain', ...kindAndIndex(path))}>
      {t('detail.setGain')}
    </button>
  );
}
