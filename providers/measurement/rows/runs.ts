import { type Desk, type Fields, type Row, type TaskRun, Type, task } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { alignSpeakers } from '../align-speakers.ts';
import { alignFields } from '../contract/results.ts';
import { measurementPath, overrides, type Settings, settingNames } from '../contract/settings.ts';
import { checkPlan, type Measuring } from '../measuring.ts';
import { type Order, type Plan, type PlanNeeds, planOf } from '../plan.ts';
import type { ResultLibrary } from '../result-library.ts';

export interface RunNeeds {
  readonly desk: Desk;
  readonly layout: Layout;
  readonly library: ResultLibrary;
  readonly measuring: Measuring;
  readonly plan: PlanNeeds;
}

/** `/measurement/plan`, `/measurement/run` and `/measurement/alignSpeakers`. */
export function runRows({ desk, layout, library, measuring, plan }: RunNeeds): readonly Row[] {
  const planned = (order: Order): Plan => planOf(order, plan, desk, desk.observed);
  return [
    task('/measurement/plan', {
      summary: 'Says what a run would play where, and what is in its way; changes nothing',
      extra: overrides(layout),
      run: async (_at, given, run) => {
        await run.ready(library.load());
        return { ...planned(orderOf(given, desk)) };
      },
    }),
    task('/measurement/run', {
      summary: 'Measures: plays, captures, computes and keeps the result; nothing is kept of a refused one',
      cancellable: true,
      extra: {
        ...overrides(layout),
        name: Type.String({ maxLength: 128, default: '', title: 'Of the result; empty: its goal and its output' }),
        confirm: Type.Boolean({ default: false, title: 'A loud stimulus is meant' }),
      },
      run: async (_at, { name = '', confirm, ...given }, run: TaskRun): Promise<Fields> => {
        const order = orderOf(given, desk);
        await run.ready(library.load());
        const found = planned(order);
        checkPlan(found);
        if (found.needsConfirm && confirm !== true) return { preview: true, ...found };
        return measuring.run(order, name, run);
      },
    }),
    task('/measurement/alignSpeakers', {
      summary: 'From two results of one microphone: delays the output that is heard first until both arrive together',
      continuous: false,
      extra: alignFields,
      run: (_at, { main = '', delayed = '', apply = false }, run) =>
        run.ready(alignSpeakers({ desk, library }, { main, delayed, apply }, run.actor)),
    }),
  ];
}

/** What is given, over what is stored. */
function orderOf(given: Fields, desk: Desk): Order {
  const stored = desk.read(measurementPath) as unknown as Settings;
  const names = settingNames.filter((name) => given[name] !== null && given[name] !== undefined);
  const own = Object.fromEntries(names.map((name) => [name, given[name]]));
  return { ...stored, ...own, goal: given.goal } as Order;
}
