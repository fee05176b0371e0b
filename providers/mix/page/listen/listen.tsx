// Where solo is heard and how, and the talkbacks: microphone, destinations, what they dim.
import { ControlFor, Refusal } from '../control/control-for.tsx';
import { FoundMenu } from '../control/found-menu.tsx';
import { field } from '../desk/field.ts';
import { fieldOf, onceThere, useRows } from '../desk/rows.ts';
import { StripChoice } from '../record/strip-choice.tsx';
import '../text/listen.ts';
import '../text/record.ts';
import { type TextKey, t } from '../text/text.ts';
import './listen.css';
import { freePorts, outputPorts, portRows } from './ports.ts';

const cue = '/cue';
const legs = ['left', 'right'] as const;

export function Listen() {
  useRows([cue, '/talkback', '/source', '/channel/*/*', ...portRows]);
  const talkbacks = fieldOf<readonly { readonly id: string }[]>('/talkback', 'items').value ?? [];
  return (
    <div class="listen">
      <section class="show-panel" aria-label={t('listen.cue')}>
        <h2>{t('listen.cue')}</h2>
        <Outputs />
        <ControlFor path={cue} name="levelDb" />
        {['inputMode', 'busMode', 'exclusive', 'dim', 'dimDb', 'mono', 'muted', 'delayMs'].map((name) => (
          <ControlFor key={name} path={cue} name={name} label={t(`listen.${name}` as TextKey)} />
        ))}
      </section>
      {talkbacks.map(({ id }) => (
        <Talkback key={id} id={id} />
      ))}
    </div>
  );
}

function Outputs() {
  const { shown, state, move } = field<readonly string[]>(cue, 'outputs');
  const outputs = shown.value ?? [];
  const isNowhere = outputs.every((id) => id === '');
  const [left, right] = freePorts();
  const choose = (leg: number, id: string) => {
    const next = legs.map((_, at) => (at === leg ? id : (outputs[at] ?? ''))).filter((each) => each !== '');
    move([...next, ...outputs.slice(legs.length)]);
  };
  return (
    <>
      {isNowhere && (
        <p class="problem" data-state="hot" role="status">
          ▲ {onceThere(cue, t('listen.nowhere'))}
        </p>
      )}
      {legs.map((leg, at) => (
        <FoundMenu
          key={leg}
          label={t(`listen.${leg}`)}
          words={wordsOf(outputs[at])}
          state={state.value}
          none={t('listen.none')}
          useChoices={portChoices}
          choose={(id) => choose(at, id)}
        />
      ))}
      {isNowhere && left !== undefined && right !== undefined && (
        <button type="button" onClick={() => move([left.id, right.id])}>
          {t('listen.propose', { left: left.words, right: right.words })}
        </button>
      )}
      <Refusal path={cue} name="outputs" />
    </>
  );
}

const wordsOf = (id: string | undefined): string =>
  id === undefined ? t('listen.none') : (outputPorts().find((port) => port.id === id)?.words ?? id);

const portChoices = () =>
  outputPorts().map(({ id, words, isPresent }) => ({
    id,
    label: words,
    note: isPresent ? '' : t('control.notThere'),
    text: `${words} ${id}`,
  }));

function Talkback({ id }: { readonly id: string }) {
  const path = `/talkback/${id}`;
  useRows([path]);
  return (
    <section class="show-panel" aria-label={t('listen.talkback', { id })}>
      <h2>{t('listen.talkback', { id })}</h2>
      <ControlFor path={path} name="sourceId" label={t('listen.microphone')} />
      <ControlFor path={path} name="levelDb" />
      {['mode', 'dimBusesDb', 'maxOnS'].map((name) => (
        <ControlFor key={name} path={path} name={name} label={t(`listen.${name}` as TextKey)} />
      ))}
      <h3>{t('listen.destinations')}</h3>
      <StripChoice path={path} name="destinations" />
    </section>
  );
}
