// The bar at the top: the desk and whether it answers, the scene, undo, warnings, talk, solo clear, panic.
import { connection } from '../desk/client.ts';
import { holder, isOffered } from '../desk/holder.ts';
import { fieldOf, isThere } from '../desk/rows.ts';
import { stripName } from '../desk/strip-name.ts';
import { stripPath } from '../desk/strip-path.ts';
import { task } from '../desk/tasks.ts';
import { sendsOf, show, view } from '../desk/view.ts';
import { t } from '../text/text.ts';
import './top-bar.css';
import { showFaders } from './bank.ts';
import { NameAsked } from './name-asked.tsx';
import { PanicButton } from './panic.tsx';
import { RecordKey } from './record-key.tsx';
import { refusalsOf, ShownRefusal } from './refused.tsx';
import { Scene } from './scene.tsx';
import { arrangement } from './size.ts';
import { Talks } from './talk.tsx';

export const isLost = (): boolean => connection.value.state !== 'open';

export function TopBar() {
  const isSmall = arrangement.value.kind === 'phone';
  return (
    <header class="top-bar">
      {isSmall ? <FadersMenu /> : <DeskName />}
      {!isSmall && isOffered('run') && <Scene />}
      {/* A key has its own name. */}
      {holder.value === undefined && arrangement.value.kind === 'screen' && <NameAsked />}
      <span class="top-space" />
      {isOffered('run') && <Undo />}
      <Warnings />
      {!isSmall && isOffered('mix') && <Talks />}
      {isOffered('mix') && <SoloClear />}
      {isOffered('run') && <RecordKey />}
      <PanicButton />
      <ShownRefusal of={refusalsOf} />
    </header>
  );
}

/** Opens the menu, and closes it. */
const turnMenu = (): void => (view.peek()[0] === 'menu' ? showFaders() : show('menu'));

function FadersMenu() {
  const bus = sendsOf.value;
  return (
    <button type="button" class="top-menu" aria-expanded={view.value[0] === 'menu'} onClick={turnMenu}>
      <small>{t('frame.fadersSet.short')}</small>
      <b dir="auto">{bus === undefined ? t('frame.main') : stripName(bus)}</b>
      <span aria-hidden="true">▾</span>
    </button>
  );
}

function DeskName() {
  return (
    <button type="button" class="top-desk" aria-expanded={view.value[0] === 'menu'} onClick={turnMenu}>
      <span class="top-burger" aria-hidden="true">
        ☰
      </span>
      <span class="top-desk-words">
        <b dir="auto">{fieldOf<string>('/console', 'name').value || t('frame.desk')}</b>
        <Status />
      </span>
    </button>
  );
}

/** `● live · 48 kHz · load 12 % · late 0` */
export function Status() {
  const rate = fieldOf<number>('/console', 'sampleRate').value;
  const load = fieldOf<number>('/telemetry/rt', 'dspLoadPercent').value;
  const late = fieldOf<number>('/telemetry/rt', 'xruns').value;
  const engine = fieldOf<string>('/console', 'engine').value;
  const locked = fieldOf<string>('/console', 'locked').value;
  if (isLost()) return <small class="top-status is-lost">◌ {t('frame.noAnswer')}</small>;
  const isAiling = engine !== undefined && engine !== 'running';
  return (
    <small class="top-status">
      <i class={isAiling ? 'is-ailing' : 'is-live'} aria-hidden="true">
        {isAiling ? '▲' : '●'}
      </i>{' '}
      {isAiling ? t(engineWords[engine] ?? 'frame.engine.degraded') : t('frame.live')}
      {locked === 'all' && ` · 🔒 ${t('frame.locked')}`}
      {rate !== undefined && <span class="top-more"> · {rate / 1000} kHz</span>}
      {load !== undefined && <span class="top-most"> · {t('frame.load', { percent: Math.round(load) })}</span>}
      {late !== undefined && <span class="top-most"> · {t('frame.late', { count: late })}</span>}
    </small>
  );
}

const engineWords: Readonly<Record<string, 'frame.engine.starting' | 'frame.engine.stopped'>> = {
  starting: 'frame.engine.starting',
  stopped: 'frame.engine.stopped',
};

export const undo = (): void => void task('/history/cursor/undo').run();
export const redo = (): void => void task('/history/cursor/redo').run();

function Undo() {
  if (!isThere('/history/cursor')) return null;
  const label = fieldOf<string>('/history/cursor', 'undoLabel').value ?? '';
  const can = fieldOf<boolean>('/history/cursor', 'canUndo').value === true;
  return (
    <button
      type="button"
      class="top-undo"
      disabled={!can || isLost()}
      aria-label={can ? t('frame.undo', { label }) : t('frame.undo.none')}
      onClick={undo}
    >
      <b aria-hidden="true">↶</b> <small dir="auto">{can ? t('frame.undo', { label }) : t('frame.undo.none')}</small>
    </button>
  );
}

function Warnings() {
  if (!isThere('/warnings')) return null;
  const count = fieldOf<readonly unknown[]>('/warnings', 'warnings').value?.length ?? 0;
  return (
    <button
      type="button"
      class={`top-warnings ${count > 0 ? 'has-warnings' : ''}`}
      aria-label={t(count === 1 ? 'frame.warning' : 'frame.warnings', { count })}
      onClick={() => show('show', 'warnings')}
    >
      ▲ {count}
    </button>
  );
}

export const clearSolo = (): void => {
  if (isThere('/cue')) void task('/cue/clear').run();
};

function SoloClear() {
  if (!isThere('/cue')) return null;
  const active = fieldOf<readonly { readonly kind: string; readonly index: number }[]>('/cue', 'active').value ?? [];
  const [first] = active;
  if (first === undefined)
    return (
      <button type="button" class="top-solo" disabled>
        <b>{t('frame.solo')}</b> <small>{t('frame.solo.none')}</small>
      </button>
    );
  const name = stripName(stripPath(first.kind, first.index));
  const more = active.length > 1 ? ` +${active.length - 1}` : '';
  const isHeard = (fieldOf<readonly string[]>('/cue', 'outputs').value ?? []).length > 0;
  return (
    <button type="button" class="top-solo is-on" disabled={isLost()} onClick={clearSolo}>
      <b>{t('frame.solo.clear')}</b>{' '}
      <small dir="auto">
        {name}
        {more}
        {!isHeard && ` · ${t('frame.solo.notHeard')}`}
      </small>
    </button>
  );
}
