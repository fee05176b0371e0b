// Hardware in the place of a plugin: the port where the strip leaves the desk, the port where it comes back, and how late it is.
import { useSignal } from '@preact/signals';
import { Refusal } from '../control/control-for.tsx';
import { type Findable, FoundMenu } from '../control/found-menu.tsx';
import { contractOf } from '../desk/contracts.ts';
import { fieldOf, isThere, useRows } from '../desk/rows.ts';
import { allowedLegs } from '../desk/strip-list.ts';
import { kindAndIndex } from '../desk/strip-path.ts';
import { writeFields } from '../desk/tasks.ts';
import { TaskButton } from '../show/task-button.tsx';
import { type TextKey, t } from '../text/text.ts';

interface Place {
  readonly strip: { readonly kind: string; readonly index: number };
  readonly insert: string;
}

interface Item extends Place {
  readonly leg?: string;
  readonly sendPortId: string;
  readonly returnPortId: string;
}

interface Latency extends Place {
  readonly frames: number;
  readonly by: 'measured' | 'devices' | 'none';
}

interface Node {
  readonly label: string;
  readonly ports: readonly { readonly id: string; readonly label: string }[];
}

type End = 'sendPortId' | 'returnPortId';
const ends: readonly (readonly [End, TextKey, 'sinks' | 'sources'])[] = [
  ['sendPortId', 'detail.hardware.send', 'sinks'],
  ['returnPortId', 'detail.hardware.return', 'sources'],
];
const byWords: Readonly<Record<Latency['by'], TextKey>> = {
  measured: 'detail.hardware.measured',
  devices: 'detail.hardware.byDevices',
  none: 'detail.hardware.unknown',
};
const keyOf = (leg: string, end: End): string => `${leg} ${end}`;
const measurePath = '/patch/inserts/measure';

/** `path`: of the strip; `insert`: the place. */
export function HardwareInsert({ path, insert }: { readonly path: string; readonly insert: string }) {
  useRows(['/patch', '/patch/insertLatencies', '/patchbay/nodes']);
  const chosen = useSignal<Readonly<Record<string, string>>>({});
  if (!isThere('/patch')) return null;
  const [kind, index] = kindAndIndex(path);
  const strip = { kind, index: Number(index) };
  const isHere = (each: Place) =>
    each.strip.kind === kind && each.strip.index === strip.index && each.insert === insert;
  const all = fieldOf<readonly Item[]>('/patch', 'inserts').value ?? [];
  const items = all.filter(isHere);
  const latency = (fieldOf<readonly Latency[]>('/patch/insertLatencies', 'latencies').value ?? []).find(isHere);
  const legs = allowedLegs(contractOf('/patch').value?.fields.inserts, kind);
  const itemOf = (leg: string) => items.find((item) => (item.leg ?? 'left') === leg);
  const portAt = (leg: string, end: End) => chosen.value[keyOf(leg, end)] ?? itemOf(leg)?.[end] ?? '';

  /** The desk takes a place with all of its ports, or none of it. */
  const choose = async (leg: string, end: End, port: string) => {
    const wereThere = items.length > 0;
    // Ports that stay are chosen, too: a place that is taken away leaves them here.
    const ports = legs.flatMap((each) => ends.map(([name]) => [keyOf(each, name), portAt(each, name)]));
    chosen.value = { ...Object.fromEntries(ports), [keyOf(leg, end)]: port };
    const others = all.filter((each) => !isHere(each));
    const isWhole = legs.every((each) => ends.every(([name]) => portAt(each, name) !== ''));
    if (!isWhole && !wereThere) return;
    const whole = legs.map((each) => ({
      ...{ strip, insert, leg: each },
      ...{ sendPortId: portAt(each, 'sendPortId'), returnPortId: portAt(each, 'returnPortId') },
    }));
    const isTaken = await writeFields('/patch', { inserts: [...others, ...(isWhole ? whole : [])] }, 'inserts');
    if (isTaken && isWhole) chosen.value = {};
  };

  return (
    <section class="hardware-insert" aria-label={t('detail.hardware')}>
      <h2>{t('detail.hardware')}</h2>
      {legs.map((leg) =>
        ends.map(([end, words, side]) => {
          const port = portAt(leg, end);
          const mark = legs.length === 1 ? '' : leg === 'left' ? ' L' : ' R';
          return (
            <div class="control" key={`${leg} ${end}`} data-field={end}>
              <FoundMenu
                label={`${t(words)}${mark}`}
                words={port === '' ? t('detail.hardware.none') : portName(side, port)}
                state={isThere('/patchbay/nodes') ? '' : 'stale'}
                none={t('detail.hardware.none')}
                useChoices={() => portsOf(side)}
                choose={(id) => void choose(leg, end, id)}
              />
            </div>
          );
        }),
      )}
      <Refusal path="/patch" name="inserts" />
      {items.length > 0 && (
        <>
          {latency !== undefined && (
            <p class="note" role="status">
              {t(byWords[latency.by], { frames: latency.frames })}
            </p>
          )}
          <TaskButton path={measurePath} extra={{ strip, insert }}>
            {t('detail.hardware.measure')}
          </TaskButton>
        </>
      )}
    </section>
  );
}

function portsOf(side: 'sinks' | 'sources'): readonly Findable[] {
  const nodes = fieldOf<readonly Node[]>('/patchbay/nodes', side).value ?? [];
  return nodes.flatMap((node) =>
    node.ports.map(({ id, label }) => ({ id, label, note: node.label, text: `${label} ${node.label} ${id}` })),
  );
}

const portName = (side: 'sinks' | 'sources', port: string): string => {
  const found = portsOf(side).find(({ id }) => id === port);
  return found === undefined ? port : `${found.label} · ${found.note}`;
};
