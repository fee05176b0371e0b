// Which desk this is, the computer beneath it, what is installed, and what an update does.
import { fieldOf, useRows } from '../desk/rows.ts';
import { show } from '../desk/view.ts';
import { Facts } from '../show/facts.tsx';
import { numberWords, timeWords } from '../show/values.ts';
import { t, textOr } from '../text/text.ts';

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

interface Step {
  readonly step: string;
  readonly effect: string;
}

interface Part {
  readonly name: string;
  readonly kind: string;
  readonly running: string;
  readonly installed: string;
  readonly pending: boolean;
}

const gb = (mb: number) => numberWords(mb / 1024, 'GiB');

export function About() {
  useRows(['/console', '/hardware', '/update']);
  const version = fieldOf<string>('/console', 'version').value;
  const host = fieldOf<Host>('/hardware', 'host').value;
  const steps = fieldOf<readonly Step[]>('/update', 'steps').value ?? [];
  const waiting = (fieldOf<readonly Part[]>('/update', 'parts').value ?? []).filter(({ pending }) => pending);
  const [disk] = fieldOf<readonly Disk[]>('/hardware', 'disks').value ?? [];
  return (
    <div class="clock-split">
      <section class="show-panel" aria-label={t('show.part.about')}>
        <h2>{t('site.thisDesk')}</h2>
        <Facts
          facts={[
            ['site.version', version && `Rowdesk ${version}`],
            ['site.installed', fieldOf<string>('/update', 'installedVersion').value],
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
        {waiting.map((part) => (
          <p key={`${part.kind} ${part.name}`} data-state="hot">
            <b dir="auto">{textOr(`site.kind.${part.kind}`, part.name)}</b>: {t('site.runsIn', { ...part })}
          </p>
        ))}
        {steps.map(({ step, effect }) => (
          <p key={step} dir="auto">
            {textOr(`site.step.${step}`, effect)}
          </p>
        ))}
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
