import { LevelSlider } from '../control/level-slider.tsx';
import type { Field } from '../desk/field.ts';
import { t } from '../text/text.ts';

/** The level of the whole mix. */
export function VolumeRow({ level }: { readonly level: Field<number> }) {
  return (
    <section class="send-row volume-row">
      <h2>{t('monitor.volume')}</h2>
      <LevelSlider level={level} label={t('monitor.volume')} />
      {level.refusal.value !== '' && (
        <p class="refusal" role="status">
          {level.refusal}
        </p>
      )}
    </section>
  );
}
