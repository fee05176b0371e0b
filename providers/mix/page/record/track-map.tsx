// Which track each strip hears: by the strip that was recorded, by its name, or chosen by hand.
import type { FieldContract } from 'rowdesk/client';
import { ControlFor } from '../control/control-for.tsx';
import { contractOf } from '../desk/contracts.ts';
import { refusalOf } from '../desk/refusals.ts';
import { fieldOf } from '../desk/rows.ts';
import { allowedStrips, pathOf, refOf, type StripRef } from '../desk/strip-list.ts';
import { stripName, stripNumber } from '../desk/strip-name.ts';
import { writeFields } from '../desk/tasks.ts';
import { Windowed } from '../show/windowed.tsx';
import { t } from '../text/text.ts';
import type { Track } from './take-row.ts';

const path = '/vsc';

interface Assignment {
  readonly strip: StripRef;
  readonly track: number;
  readonly leg?: string;
}

export function TrackMap({ tracks }: { readonly tracks: readonly Track[] }) {
  const items = contractOf(path).value?.fields.mapping?.items as
    | { readonly properties?: { readonly strip?: unknown } }
    | undefined;
  const strips = allowedStrips({ items: items?.properties?.strip } as unknown as FieldContract);
  const refusal = refusalOf(path, 'mapping').value;
  return (
    <section class="show-panel" aria-label={t('record.mapping')}>
      <header class="show-head">
        <h2>{t('record.mapping')}</h2>
      </header>
      <ControlFor path={path} name="by" label={t('record.by')} />
      {refusal !== '' && (
        <p class="refusal" role="status">
          {refusal}
        </p>
      )}
      <Windowed
        items={strips}
        rowRem={3.25}
        label={t('record.mapping')}
        keyOf={(strip) => strip}
        none={t('show.waiting')}
        row={(strip) => <Heard strip={strip} tracks={tracks} />}
      />
    </section>
  );
}

/** The choice of one strip: silent, its own source, or a track. */
function Heard({ strip, tracks }: { readonly strip: string; readonly tracks: readonly Track[] }) {
  const mapping = fieldOf<readonly Assignment[]>(path, 'mapping').value ?? [];
  const live = fieldOf<readonly StripRef[]>(path, 'live').value ?? [];
  const own = mapping.filter((each) => pathOf(each.strip) === strip);
  const isOwnSource = live.some((each) => pathOf(each) === strip);
  const now = isOwnSource ? 'live' : (own[0]?.track ?? 'silent');
  const choose = (chosen: string) => {
    const others = mapping.filter((each) => pathOf(each.strip) !== strip);
    const lives = live.filter((each) => pathOf(each) !== strip);
    const isTrack = chosen !== 'live' && chosen !== 'silent';
    void writeFields(
      path,
      {
        mapping: isTrack ? [...others, { strip: refOf(strip), track: Number(chosen) }] : others,
        live: chosen === 'live' ? [...lives, refOf(strip)] : lives,
      },
      'mapping',
    );
  };
  const choices = [
    ['silent', t('record.silent')],
    ['live', t('record.live')],
    ...tracks.map(({ number, name }) => [String(number), `${number} ${name}`]),
  ] as const;
  return (
    <label class="soundcheck-strip">
      <span>
        <small>{stripNumber(strip)}</small> <b dir="auto">{stripName(strip)}</b>
        {own.length > 1 && ` · ${t('record.legs', { count: own.length })}`}
      </span>
      <select onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {choices.map(([value, words]) => (
          <option key={value} value={value} selected={value === String(now)}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
