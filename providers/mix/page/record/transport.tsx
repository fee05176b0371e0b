// Play, pause, stop, the position as a slider, and a loop between two moments.
import { field } from '../desk/field.ts';
import { refusalOf } from '../desk/refusals.ts';
import { fieldOf, isLive } from '../desk/rows.ts';
import { writeFields } from '../desk/tasks.ts';
import { clockWords } from '../scale/clock-words.ts';
import { t } from '../text/text.ts';

const path = '/vsc';
const signs = { play: '▶', pause: '‖', stop: '■' } as const;
/** Of the slider, and the shortest loop. */
const stepS = 0.1;

interface Loop {
  readonly fromS: number;
  readonly toS: number;
}

export function Transport() {
  const position = field<number>(path, 'positionS');
  const now = fieldOf<string>(path, 'transport').value;
  const lengthS = fieldOf<number>(path, 'lengthS').value ?? 0;
  const loop = fieldOf<Loop | null>(path, 'loop').value ?? null;
  const isOff = !isLive(path) || fieldOf(path, 'loaded').value !== true;
  const atS = position.shown.value ?? 0;
  const put = (fields: { readonly transport?: string; readonly loop?: Loop | null }) =>
    void writeFields(path, fields, 'transport');
  const refusal = refusalOf(path, 'transport').value || position.refusal.value;
  return (
    <>
      <div class="keys">
        {(['play', 'pause', 'stop'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={now === each}
            disabled={isOff}
            onClick={() => put({ transport: each })}
          >
            <span aria-hidden="true">{signs[each]}</span> {t(`record.${each}`)}
          </button>
        ))}
        <span class="soundcheck-gap" />
        <button
          type="button"
          disabled={isOff || atS > lengthS - stepS}
          onClick={() =>
            put({ loop: { fromS: atS, toS: loop !== null && loop.toS > atS + stepS ? loop.toS : lengthS } })
          }
        >
          {t('record.loopFrom')} {loop !== null && <small>{clockWords(loop.fromS)}</small>}
        </button>
        <button
          type="button"
          disabled={isOff || atS < stepS}
          onClick={() => put({ loop: { fromS: loop !== null && loop.fromS < atS - stepS ? loop.fromS : 0, toS: atS } })}
        >
          {t('record.loopTo')} {loop !== null && <small>{clockWords(loop.toS)}</small>}
        </button>
        <button type="button" disabled={isOff || loop === null} onClick={() => put({ loop: null })}>
          {t('record.loopOff')}
        </button>
      </div>
      <div class="soundcheck-at">
        <input
          class="soundcheck-position"
          type="range"
          min={0}
          max={lengthS}
          step={stepS}
          value={atS}
          disabled={isOff}
          aria-label={t('record.position')}
          aria-valuetext={clockWords(atS)}
          onPointerDown={position.hold}
          onPointerUp={position.release}
          onPointerCancel={position.release}
          onInput={({ currentTarget }) => position.move(Number(currentTarget.value))}
        />
        <span>
          {clockWords(atS)} / {clockWords(lengthS)}
        </span>
      </div>
      {refusal !== '' && (
        <p class="refusal" role="status">
          {refusal}
        </p>
      )}
    </>
  );
}
