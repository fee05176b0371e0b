// Which desk this is, the computer beneath it, what an update does, and where the log is.
import { fieldOf, useRows } from '../desk/rows.ts';
import { show } from '../desk/view.ts';
import { Facts } from '../show/facts.tsx';
import { numberWords, timeWords } from '../show/values.ts';
import { t } from '../text/text.ts';

interface Host {
  readonly kernel: string;
  readonly realTimeKernel: boolean;
  readonly processor: string;
  readonly cores: number;
  readonly memoryMb: number;
  readonly freeMemoryMb: number;
  readonly realTimePriorityLimit: number | null;
  readonly nodeVersion: string;
}

interface Disk {
  readonly path: string;
  readonly sizeMb: number;
  readonly freeMb: number;
}

const gb = (mb: number) => numberWords(mb / 1024, 'GiB');

export function About() {
  useRows(['/console', '/hardware']);
  const version = fieldOf<string>('/console', 'version').value;
  const host = fieldOf<Host>('/hardware', 'host').value;
  const [disk] = fieldOf<readonly Disk[]>('/hardware', 'disks').value ?? [];
  return (
    <div class="clock-split">
      <section class="show-panel" aria-label={t('show.part.about')}>
        <h2>{t('site.thisDesk')}</h2>
        <Facts
          facts={[
            ['site.version', version && `Rowdesk ${version}`],
            ['site.startedAt', timeWords(fieldOf('/console', 'startedAt').value)],
            ['site.nodeVersion', host?.nodeVersion],
            ['site.kernel', host && `${host.kernel}${host.realTimeKernel ? ` · ${t('site.realTime')}` : ''}`],
            ['site.processor', host && `${host.processor} · ${t('site.cores', { count: host.cores })}`],
            ['site.memory', host && t('site.freeOf', { free: gb(host.freeMemoryMb), all: gb(host.memoryMb) })],
            ['site.disk', disk && t('site.freeOf', { free: gb(disk.freeMb), all: gb(disk.sizeMb) })],
            ['site.stateFolder', disk?.path],
          ]}
        />
      </section>
      <section class="show-panel" aria-label={t('site.update')}>
        <h2>{t('site.update')}</h2>
        <p>{t('site.updateFiles')}</p>
        <p>{t('site.updateDesk')}</p>
        <p>{t('site.updateSound')}</p>
        <h2>{t('site.log')}</h2>
        <p>{t('site.logWhere')}</p>
        <p>
          <code>journalctl -u rowdesk -u rowdesk-audio</code>
        </p>
        <div class="keys">
          <button type="button" onClick={() => show('show', 'warnings')}>
            {t('show.part.warnings')}
          </button>
          <a class="site-link" href="/docs" target="_blank" rel="noreferrer">
            {t('site.docs')}
          </a>
        </div>
      </section>
    </div>
  );
}
