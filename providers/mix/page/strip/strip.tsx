// One strip of the bank: EQ picture, pan, plate, solo, mute, fader, value. It has the controls that its row has.
import { useEffect } from 'preact/hooks';
import { field } from '../desk/field.ts';
import { refusalOf } from '../desk/refusals.ts';
import { fieldOf, rowOf, useRows } from '../desk/rows.ts';
import { kindAndIndex } from '../desk/strip-name.ts';
import { selected, sendsOf } from '../desk/view.ts';
import { EqThumb } from '../detail/eq-thumb.tsx';
import { HowlLight } from '../detail/hrp/howl-light.tsx';
import { hasSendTo } from '../frame/banks.ts';
import { arrangement } from '../frame/size.ts';
import { Spill } from '../frame/spill.tsx';
import { t } from '../text/text.ts';
import { Fader } from './fader.tsx';
import { Mute, SendOn } from './mute.tsx';
import { useOtherHand } from './other-hand.ts';
import { Pan } from './pan.tsx';
import { openStrip, Plate } from './plate.tsx';
import { Solo } from './solo.tsx';
import './strip.css';
import { spokenName } from './spoken-name.ts';
import { onStripKey } from './strip-keys.ts';
import { shownStrips, tabStop } from './tab-stop.ts';

/** `path`: `/channel/input/14`. */
export function Strip({ path }: { readonly path: string }) {
  useEffect(() => shownStrips.add(path), [path]);
  const send = sendPathOf(path);
  useRows(send === undefined ? [] : [send]);
  const tabIndex = tabStop.value === path ? 0 : -1;
  const label = spokenName(path);
  const life = rowOf(path).value.life;
  const has = (name: string) => fieldOf(path, name).value !== undefined;
  const link = fieldOf<boolean>(path, 'stereoLink').value === true ? linkSide(path) : '';
  const isDca = kindAndIndex(path)[0] === 'dca';
  const look = [life === 'live' ? '' : 'stale', selected.value === path ? 'selected' : '', link];
  return (
    <section
      class={`strip ${look.filter(Boolean).join(' ')}`}
      data-path={path}
      aria-label={label}
      onFocusIn={() => {
        selected.value = path;
      }}
      onKeyDown={(event) => onStripKey(event, path)}
    >
      {arrangement.value.parts.includes('eq') && <Top path={path} label={label} tabIndex={tabIndex} />}
      {has('pan') ? (
        <Pan path={path} label={t('strip.panOf', { name: label })} tabIndex={tabIndex} />
      ) : (
        <div class="pan">{isDca && !arrangement.value.parts.includes('eq') && <Spill path={path} />}</div>
      )}
      <HowlLight path={path} />
      <Plate path={path} tabIndex={tabIndex} />
      {has('soloed') && <Solo path={path} tabIndex={tabIndex} />}
      {send === undefined && has('muted') && <Mute path={path} tabIndex={tabIndex} />}
      {send !== undefined && rowOf(send).value.life !== 'gone' && (
        <SendOn path={send} strip={path} tabIndex={tabIndex} />
      )}
      <PressRefusal path={path} send={send} />
      <Level path={path} send={send} label={label} tabIndex={tabIndex} />
    </section>
  );
}

/** A DCA's key of its members; else the EQ picture, which opens the strip. */
function Top({ path, label, tabIndex }: { readonly path: string; readonly label: string; readonly tabIndex: number }) {
  if (kindAndIndex(path)[0] === 'dca')
    return (
      <div class="eq-slot">
        <Spill path={path} />
      </div>
    );
  return (
    <button
      type="button"
      class="eq-slot"
      tabIndex={tabIndex}
      aria-label={t('strip.open', { name: label })}
      onClick={() => openStrip(path)}
    >
      <EqThumb path={path} />
    </button>
  );
}

/** Why a press was refused, in the place where a fader says its own. */
function PressRefusal({ path, send }: { readonly path: string; readonly send: string | undefined }) {
  const refusals = ['pan', 'soloed', 'muted'].map((name) => refusalOf(path, name));
  const words = [...refusals, ...(send === undefined ? [] : [refusalOf(send, 'on')])].find(({ value }) => value !== '');
  if (words === undefined) return null;
  return (
    <p class="refusal fader-refusal" role="status">
      {words}
    </p>
  );
}

interface LevelProps {
  readonly path: string;
  readonly send: string | undefined;
  readonly label: string;
  readonly tabIndex: number;
}

function Level({ path, send, label, tabIndex }: LevelProps) {
  const of = send ?? path;
  const level = field<number>(of, 'levelDb');
  const mover = useOtherHand(level).value;
  if (fieldOf(of, 'levelDb').value === undefined)
    return <div class="no-fader">{send !== undefined && rowOf(send).value.life === 'gone' && t('strip.noSend')}</div>;
  return (
    <Fader
      key={of}
      field={level}
      label={t(send === undefined ? 'strip.levelOf' : 'strip.sendOf', { name: label })}
      kind={send !== undefined || sendsOf.value === path ? 'send' : 'level'}
      tabIndex={tabIndex}
      note={mover !== '' && <Mover name={mover} />}
    >
      <div class="meter-slot" data-strip={path} />
    </Fader>
  );
}

const Mover = ({ name }: { readonly name: string }) => (
  <span class="mover" dir="auto">
    {name}
  </span>
);

/** The send that the fader sets; undefined for its own level, which the bus has whose sends are shown, and a DCA beside them. */
function sendPathOf(path: string): string | undefined {
  const bus = sendsOf.value;
  if (bus === undefined || !hasSendTo(kindAndIndex(path)[0], bus)) return undefined;
  const [kind, index] = kindAndIndex(bus);
  return `${path}/sends/${kind}/${index}`;
}

const linkSide = (path: string) => (Number(kindAndIndex(path)[1]) % 2 === 1 ? 'linked left' : 'linked right');
