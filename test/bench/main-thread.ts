// The tasks of a page's main thread, from the browser's own trace: how long each took, and how much of that the processor
// worked for it. Beside load only the latter says something about the page.
import type { Page } from 'playwright-core';

export interface Task {
  readonly wallMs: number;
  readonly processorMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Tasks of the page's renderer while `act` ran. */
export async function tasksDuring(page: Page, act: () => Promise<void>): Promise<readonly Task[]> {
  const cdp = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()));
  const includedCategories = ['toplevel', 'disabled-by-default-devtools.timeline'];
  await cdp.send('Tracing.start', { traceConfig: { includedCategories }, transferMode: 'ReportEvents' });
  await act();
  await cdp.send('Tracing.end');
  await ended;
  await cdp.detach();
  return tasksOf(events);
}

function tasksOf(events: readonly TraceEvent[]): readonly Task[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const isRenderer = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const renderers = new Set(events.filter(isRenderer).map(threadOf));
  return events
    .filter(
      (event) => event.ph === 'X' && event.name === 'ThreadControllerImpl::RunTask' && renderers.has(threadOf(event)),
    )
    .map(({ dur = 0, tdur = 0 }) => ({ wallMs: dur / 1000, processorMs: tdur / 1000 }));
}
