// How loud a socket is, where its gain is set: a bar with the marks of the strips' meters, and CLIP until it is tapped.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fieldOf, isLive, useRows } from '../desk/rows.ts';
import { decibels } from '../scale/decibels.ts';
import { t } from '../text/text.ts';
import { floorDb, meterHeight, meterMarksDb } from './meter-scale.ts';
import './socket-meter.css';

export interface SocketMeterOptions {
  /** As /source has it. Its ids need no escapes in an address. */
  readonly sourceId: string;
  /** What the socket is called. */
  readonly name: string;
}

export function SocketMeter({ sourceId, name }: SocketMeterOptions) {
  const path = `/source/${sourceId}/meter`;
  useRows([path]);
  const hasClipped = useSignal(false);
  const clips = fieldOf<boolean>(path, 'clip').value === true;
  useEffect(() => {
    if (clips) hasClipped.value = true;
  }, [clips]);
  // A level that stands still while nothing measures would lie.
  const levelDb = isLive(path) ? (fieldOf<number>(path, 'levelDb').value ?? floorDb) : floorDb;
  return (
    <div class="socket-meter">
      <div
        role="img"
        aria-label={t('meter.of', { name })}
        data-heat={levelDb > -6 ? 'hot' : levelDb > -18 ? 'high' : ''}
      >
        <i style={{ transform: `scaleX(${meterHeight(levelDb)})` }} />
        {meterMarksDb.map((db) => (
          <span key={db} style={{ left: `${100 * meterHeight(db)}%` }} />
        ))}
      </div>
      <b>{levelDb > floorDb ? decibels(levelDb) : '−∞'}</b>
      {hasClipped.value && (
        <button
          type="button"
          class="socket-clip"
          aria-label={t('meter.clipped', { name })}
          onClick={() => {
            hasClipped.value = false;
          }}
        >
          {t('meter.clip')}
        </button>
      )}
    </div>
  );
}
