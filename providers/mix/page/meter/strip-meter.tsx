// The meter of one strip with a scale in dBFS: reduction, before the fader, behind it. It stands beside every part of the strip, so
// that gain is set by what is heard.
import { stripName } from '../desk/strip-name.ts';
import { t } from '../text/text.ts';
import { MeterLayer } from './meter-layer.tsx';
import { meterHeight, meterMarksDb } from './meter-scale.ts';
import './strip-meter.css';

export function StripMeter({ path }: { readonly path: string }) {
  return (
    <div class="strip-meter" role="img" aria-label={t('meter.of', { name: stripName(path) })}>
      <div class="meter-marks" aria-hidden="true">
        {meterMarksDb.map((db) => (
          <span key={db} style={{ bottom: `${100 * meterHeight(db)}%` }}>
            {String(db).replace('-', '−')}
          </span>
        ))}
      </div>
      <div class="meter-slot" data-strip={path} />
      <MeterLayer strips={[path]} />
    </div>
  );
}
