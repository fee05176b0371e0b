// The whole desk as one file: saved here, or loaded after a look at what does not fit.
import { useSignal } from '@preact/signals';
import { Refused, type Row } from 'rowdesk/client';
import { HoldButton } from '../control/hold-button.tsx';
import { task } from '../desk/tasks.ts';
import { refusalText, t } from '../text/text.ts';
import { download } from './download.ts';
import { FileKey } from './file-key.tsx';
import { refusalWords } from './report-words.ts';
import { TaskButton, TaskWords } from './task-button.tsx';

const api = '/api/backup';

export function Backup() {
  return (
    <div class="clock-split">
      <Save />
      <Load />
    </div>
  );
}

function Save() {
  const report = task('/backup/save').report.value;
  return (
    <section class="show-panel" aria-label={t('show.backup.save')}>
      <h2>{t('show.backup.save')}</h2>
      <p class="quiet">{t('show.backup.about')}</p>
      <TaskButton path="/backup/save">{t('show.backup.save')}</TaskButton>
      {report?.id !== undefined && (
        <button type="button" onClick={() => download(`${api}/${report.id}`, String(report.name))}>
          {t('show.backup.fetch')} <small dir="auto">{String(report.name)}</small>
        </button>
      )}
    </section>
  );
}

function Load() {
  const id = useSignal('');
  const words = useSignal('');
  const found = useSignal<Row | undefined>(undefined);
  const isPhantom = useSignal(false);
  const isDone = useSignal(false);
  const restoring = task('/backup/restore');
  const send = async (file: File) => {
    const own = newId();
    [id.value, found.value, isDone.value, words.value] = ['', undefined, false, t('show.backup.sending')];
    words.value = await sent(own, file);
    if (words.value !== '') return;
    id.value = own;
    found.value = await restoring.run({ id: own });
  };
  const restore = async () => {
    const report = await restoring.run({ id: id.value, confirm: true, phantom: isPhantom.value });
    if (report !== undefined) [id.value, found.value, isDone.value] = ['', report, true];
  };
  return (
    <section class="show-panel" aria-label={t('show.backup.load')}>
      <h2>{t('show.backup.load')}</h2>
      <FileKey label={t('show.backup.load')} accept=".rowdesk,.tar" onFile={(file) => void send(file)} />
      <div role="status">
        {words.value !== '' && <p dir="auto">{words}</p>}
        {isDone.value && <p>✓ {t('show.backup.done')}</p>}
      </div>
      {found.value !== undefined && <Fit report={found.value} />}
      {id.value !== '' && found.value !== undefined && (
        <div class="keys">
          <button
            type="button"
            aria-pressed={isPhantom.value}
            onClick={() => {
              isPhantom.value = !isPhantom.value;
            }}
          >
            {isPhantom.value && '✓ '}
            {t('show.backup.phantom')}
          </button>
          <HoldButton class="destroys" onHeld={() => void restore()} disabled={restoring.isRunning.value}>
            {t('show.backup.restore')} <small>{t('show.hold')}</small>
          </HoldButton>
        </div>
      )}
      <TaskWords of={restoring} />
    </section>
  );
}

/** What would change, and a line for each thing that does not fit. */
function Fit({ report }: { readonly report: Row }) {
  const list = (name: string) => (report[name] ?? []) as readonly Row[];
  const replaced = (report.replacedFiles ?? []) as readonly string[];
  const lines = [
    ...list('smaller').map((each) => t('show.backup.smaller', each)),
    ...list('missing').map(({ ports, reason }) => `${(ports as readonly string[]).join(', ')}: ${reason}`),
    ...((report.configuration ?? []) as readonly string[]),
    ...list('unfit').map(({ path, refusal }) => `${path}: ${refusalWords(refusal)}`),
  ];
  return (
    <>
      {report.preview === true && <p>{t('show.backup.wouldChange', { count: Number(report.wouldChange) })}</p>}
      {replaced.length > 0 && <p dir="auto">{t('show.backup.replaced', { names: replaced.join(', ') })}</p>}
      <p>{t(lines.length === 0 ? 'show.backup.fits' : 'show.backup.misfits')}</p>
      {lines.map((line) => (
        <p class="problem" data-state="missing" key={line} dir="auto">
          ✕ {line}
        </p>
      ))}
    </>
  );
}

/** '' once the desk has it; else why not, in words. */
async function sent(id: string, file: File): Promise<string> {
  try {
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await fetch(`${api}/${id}`, { method: 'PUT', body: file, headers });
    return answer.ok ? '' : refusalText(Refused.of(answer.status, await answer.text()).refusal);
  } catch (error) {
    return (error as Error).message;
  }
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
