import { LevelSlider } from '../control/level-slider.tsx';
import type { Field } from '../desk/field.ts';
import { stripName } from '../desk/strip-name.ts';
import { t } from '../text/text.ts';
import { StripName } from './strip-name.tsx';

interface MeToggle {
  readonly isMe: boolean;
  readonly label: string;
  readonly toggle: () => void;
}

interface SendRowOptions {
  readonly level: Field<number>;
  /** The strip, or the DCA of a group. */
  readonly strip: string;
  readonly note?: string;
  readonly me?: MeToggle;
}

/** What one strip, or a group of them, gives to the mix. */
export function SendRow({ level, strip, note, me }: SendRowOptions) {
  return (
    <section class="send-row">
      <div class="send-head">
        <StripName path={strip} />
        {note !== undefined && <small>{note}</small>}
        {me !== undefined && (
          <button type="button" aria-pressed={me.isMe} aria-label={me.label} onClick={me.toggle}>
            {t('monitor.me')}
          </button>
        )}
      </div>
      <LevelSlider level={level} label={t('monitor.send', { name: stripName(strip) })} />
      {level.refusal.value !== '' && (
        <p class="refusal" role="status">
          {level.refusal}
        </p>
      )}
    </section>
  );
}
