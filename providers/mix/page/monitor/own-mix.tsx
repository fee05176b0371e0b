import { signal } from '@preact/signals';
import { field } from '../desk/field.ts';
import { fieldOf, useRows } from '../desk/rows.ts';
import { stripName } from '../desk/strip-name.ts';
import { decibels } from '../scale/decibels.ts';
import { minimumDb } from '../scale/fader-law.ts';
import { t } from '../text/text.ts';
import { BusMeter } from './bus-meter.tsx';
import { groupField } from './group-field.ts';
import { againstTheRestDb, moreMe, pressDb } from './more-me.ts';
import { meIn, setMe } from './own-choice.ts';
import { SendRow } from './send-row.tsx';
import { groupsOf, mineOf, type Send, sendsOf, targetsOf } from './sends.ts';
import { VolumeRow } from './volume-row.tsx';

const showsAll = signal(false);

/** Everything of one mix that a musician may touch. */
export function OwnMix({ bus }: { readonly bus: string }) {
  useRows(targetsOf(bus));
  const all = sendsOf(bus);
  const groups = groupsOf(bus);
  const hasOwn = meIn(bus).length > 0;
  // Until something is "me", there is all to choose it from.
  const isShort = hasOwn && !showsAll.value;
  const rows = isShort ? mineOf(bus) : all;
  return (
    <>
      <MoreMe bus={bus} />
      {rows.map((send) => (
        <OneSend key={send.path} bus={bus} send={send} />
      ))}
      {isShort &&
        groups.map(({ dca, sends }) => (
          <SendRow
            key={dca}
            level={groupField(sends.map(({ path }) => path))}
            strip={dca}
            note={t('monitor.group', { count: sends.length })}
          />
        ))}
      {hasOwn && (
        <button
          type="button"
          class="monitor-all"
          onClick={() => {
            showsAll.value = isShort;
          }}
        >
          {isShort ? t('monitor.all', { count: all.length }) : t('monitor.fewer')}
        </button>
      )}
      <VolumeRow level={field<number>(bus, 'levelDb')} />
    </>
  );
}

function OneSend({ bus, send: { strip, path } }: { readonly bus: string; readonly send: Send }) {
  const isMe = meIn(bus).includes(strip);
  return (
    <SendRow
      level={field<number>(path, 'levelDb')}
      strip={strip}
      me={{ isMe, label: t('monitor.isMe', { name: stripName(strip) }), toggle: () => setMe(bus, strip, !isMe) }}
    />
  );
}

function MoreMe({ bus }: { readonly bus: string }) {
  const mine = meIn(bus);
  const levels = sendsOf(bus).map(({ path, strip }) => ({
    path,
    levelDb: field<number>(path, 'levelDb').shown.value ?? minimumDb,
    isMe: mine.includes(strip),
  }));
  const press = (stepDb: number) => {
    for (const { path, levelDb } of moreMe(levels, stepDb)) {
      const level = field<number>(path, 'levelDb');
      level.move(levelDb);
      level.release();
    }
  };
  const difference = againstTheRestDb(levels);
  const names = mine.map(stripName).join(', ');
  const isStale = fieldOf(bus, 'levelDb').value === undefined;
  return (
    <section class="more-me">
      <div>
        <h2>{t('monitor.moreMe')}</h2>
        <p>
          <bdi>{mine.length === 0 ? t('monitor.chooseMe') : names}</bdi>
          {difference === undefined ? '' : ` · ${t('monitor.against', { level: decibels(difference) })}`}
        </p>
        <div class="more-me-buttons">
          <button
            type="button"
            disabled={mine.length === 0 || isStale}
            aria-label={t('monitor.less')}
            onClick={() => press(-pressDb)}
          >
            −
          </button>
          <button
            type="button"
            disabled={mine.length === 0 || isStale}
            aria-label={t('monitor.more')}
            onClick={() => press(pressDb)}
          >
            +
          </button>
        </div>
      </div>
      <BusMeter bus={bus} />
    </section>
  );
}
