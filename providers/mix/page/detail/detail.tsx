// One strip in detail. `part` is the part that a small screen shows, or that a large one shows alone: `plate`, `source`, `sends`,
// `direct`, `groups`, `feedback`, `speaker`, `template`, or the id of a processor of its chain.
import { fieldOf, isThere, pathsOf, useRows } from '../desk/rows.ts';
import { kindAndIndex, stripName, stripNumber, stripPath } from '../desk/strip-name.ts';
import { show } from '../desk/view.ts';
import { StripMeter } from '../meter/strip-meter.tsx';
import { plateStyle } from '../strip/plate-colour.ts';
import { ShortName } from '../strip/short-name.tsx';
import '../text/detail.ts';
import { ownWords, t } from '../text/text.ts';
import { BarRefusals, CopyPaste } from './copy-paste.tsx';
import './detail.css';
import { DirectPaths } from './direct-paths.tsx';
import { Equaliser } from './eq/equaliser.tsx';
import { Groups } from './groups.tsx';
import { Feedback } from './hrp/feedback.tsx';
import { HowlLight } from './hrp/howl-light.tsx';
import { Level } from './level.tsx';
import { chainOf, directPathsOf, partsOf, rowsBelow } from './parts.ts';
import { PlatePart } from './plate-part.tsx';
import { Processor } from './processor.tsx';
import { Sends } from './sends.tsx';
import { Source } from './source.tsx';
import { Speaker } from './speaker.tsx';
import { Templates } from './templates.tsx';

export interface DetailOptions {
  /** `/channel/input/14` */
  readonly path: string;
  readonly part: string | undefined;
}

/** Kinds of strips with sound of their own. */
const metered = ['input', 'aux', 'fxReturn', 'fxSend', 'mix', 'mixMinus', 'matrix', 'main', 'cue'];

export function Detail({ path, part }: DetailOptions) {
  const [kind] = kindAndIndex(path);
  const direct = directPathsOf(path);
  useRows([path, `${path}/capability`, `${path}/chain`, stripPath(kind, '*'), '/channelConfigs']);
  useRows(direct === undefined ? [] : [direct]);
  const parts = partsOf(path);
  const isKnown =
    part === 'template' || part === 'plate' || chainOf(path).some(({ processorId }) => processorId === part);
  const shown = part !== undefined && (isKnown || parts.includes(part)) ? part : (parts[0] as string);
  return (
    <main class={`detail ${shown === 'overview' ? 'is-overview' : ''}`} key={path} data-part={shown}>
      <Bar path={path} parts={parts} shown={shown} />
      <BarRefusals />
      <div class="detail-body">
        {shown === 'overview' ? <Overview path={path} /> : <Part path={path} part={shown} />}
        {metered.includes(kind) && <StripMeter path={path} />}
      </div>
      {shown !== 'overview' && <Level path={path} />}
    </main>
  );
}

function Overview({ path }: { readonly path: string }) {
  const has = (processorId: string) => chainOf(path).some((each) => each.processorId === processorId);
  const processors = ['gate', 'comp', 'effect'].filter(has);
  return (
    <div class="detail-overview">
      <div>
        <Source path={path} isWhole={false} />
        <Groups path={path} />
      </div>
      <div>
        {has('eq') && <Equaliser path={path} isWhole={false} />}
        <div class="dynamics">
          {processors.map((processorId) => (
            <Processor key={processorId} path={path} processorId={processorId} isWhole={false} />
          ))}
        </div>
      </div>
      <div>
        <Sends path={path} isWhole={false} />
        <Level path={path} />
      </div>
    </div>
  );
}

function Part({ path, part }: { readonly path: string; readonly part: string }) {
  const kind = chainOf(path).find(({ processorId }) => processorId === part)?.kind;
  const shown = () => {
    if (part === 'plate') return <PlatePart path={path} />;
    if (part === 'source') return <Source path={path} isWhole />;
    if (part === 'sends') return <Sends path={path} isWhole />;
    if (part === 'direct') return <DirectPaths path={path} />;
    if (part === 'groups') return <Groups path={path} />;
    if (part === 'feedback') return <Feedback path={path} />;
    if (part === 'speaker') return <Speaker path={path} />;
    if (part === 'template') return <Templates path={path} />;
    if (kind === 'eq') return <Equaliser path={path} isWhole />;
    return <Processor path={path} processorId={part} isWhole />;
  };
  return (
    <div class="part" key={part}>
      {shown()}
    </div>
  );
}

interface BarOptions {
  readonly path: string;
  readonly parts: readonly string[];
  readonly shown: string;
}

function Bar({ path, parts, shown }: BarOptions) {
  const [kind, index] = kindAndIndex(path);
  const all = pathsOf(stripPath(kind, '*'));
  const place = all.indexOf(path);
  const beside = (step: number) => {
    const next = all[(place + step + all.length) % all.length];
    return () => next !== undefined && show('strip', ...kindAndIndex(next), shown);
  };
  const colour = fieldOf<string>(path, 'colour').value ?? 'off';
  return (
    <nav class="detail-bar" aria-label={t('detail.strip')}>
      <div class="who">
        <button type="button" onClick={() => show()}>
          ◂ {t('detail.mix')}
        </button>
        <button type="button" aria-label={t('detail.previous')} onClick={beside(-1)}>
          ‹
        </button>
        <h1 data-colour={colour} style={plateStyle(colour)}>
          <button type="button" aria-current={shown === 'plate'} onClick={() => show('strip', kind, index, 'plate')}>
            <small>{stripNumber(path)} ✎</small>
            <ShortName name={stripName(path)} />
          </button>
        </h1>
        <button type="button" aria-label={t('detail.next')} onClick={beside(1)}>
          ›
        </button>
      </div>
      <div class="detail-parts">
        {parts.map((part) => (
          <button
            key={part}
            type="button"
            aria-current={part === shown}
            onClick={() => show('strip', kind, index, part)}
          >
            {partName(path, part)} {part === 'feedback' && <HowlLight path={path} />}
          </button>
        ))}
      </div>
      <div class="acts">
        <CopyPaste path={path} />
        {isThere('/channelConfigs') && rowsBelow(path, '/chain').length > 0 && (
          <button
            type="button"
            aria-current={shown === 'template'}
            onClick={() => show('strip', kind, index, 'template')}
          >
            {t('detail.template')}
          </button>
        )}
      </div>
    </nav>
  );
}

function partName(path: string, part: string): string {
  const names: Readonly<Record<string, string>> = {
    ...{ overview: t('detail.overview'), source: t('detail.source'), sends: t('detail.sends') },
    ...{ deesser: t('detail.deesser'), limiter: t('detail.limiter') },
    direct: t('detail.direct'),
    ...{ feedback: t('detail.feedback'), speaker: t('detail.speaker') },
    ...{ groups: t('detail.groups'), eq: t('detail.eq'), gate: t('detail.gate'), comp: t('detail.comp') },
  };
  return names[part] ?? ownWords(chainOf(path).find(({ processorId }) => processorId === part)?.label ?? part);
}
