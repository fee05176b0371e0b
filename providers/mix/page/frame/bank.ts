// The bank that is shown: from the address, the strips that there are, the size of the screen, and what faders set.
import { computed, effect, signal } from '@preact/signals';
import { client, connection } from '../desk/client.ts';
import { fieldOf, rowOf } from '../desk/rows.ts';
import { kindAndIndex, stripPath } from '../desk/strip-path.ts';
import { sendsOf, show, spillOf, view } from '../desk/view.ts';
import { type Counts, type Group, groupsOf, indexOfStrip, pageAt, pagesOf, sendersOf } from './banks.ts';
import { customBanks } from './custom-banks.ts';
import { arrangement, largestGroup } from './size.ts';

const layout = fieldOf<Counts>('/console', 'layout');
/** Counted from `/channel` on a desk without `/console`. */
const counted = signal<Counts>({});

/** Strips of each kind; empty until the desk has said so. */
export const counts = computed<Counts>(() => layout.value ?? counted.value);

effect(() => {
  if (connection.value.state !== 'open' || rowOf('/console').value.life !== 'gone') return;
  client.get('/channel').then(
    ({ strips }) => {
      const found: Record<string, number> = {};
      for (const { kind } of strips as readonly { readonly kind: string }[]) found[kind] = (found[kind] ?? 0) + 1;
      counted.value = found;
    },
    () => {},
  );
});

effect(() => {
  largestGroup.value = Math.max(0, ...groupsOf(counts.value).map(({ strips }) => strips.length));
});

/** Strips of the DCA whose members are spilled. */
const members = signal<readonly string[]>([]);

effect(() => {
  const dca = spillOf.value;
  members.value = [];
  if (dca === undefined) return;
  const number = indexOfStrip(dca);
  client.get('/channel').then(
    ({ strips }) => {
      type Member = { readonly kind: string; readonly index: number; readonly dcas?: readonly number[] };
      const own = (strips as unknown as readonly Member[]).filter(({ dcas }) => dcas?.includes(number));
      if (spillOf.peek() === dca) members.value = own.map(({ kind, index }) => stripPath(kind, index));
    },
    () => {},
  );
});

export const groups = computed<readonly Group[]>(() => {
  if (spillOf.value !== undefined) return [{ id: 'spill', strips: members.value }];
  const there = (path: string) => indexOfStrip(path) <= (counts.value[kindAndIndex(path)[0]] ?? 0);
  const custom = customBanks.value.map((bank) => ({ ...bank, strips: bank.strips.filter(there) }));
  const every = [...groupsOf(counts.value), ...custom];
  return sendsOf.value === undefined ? every : sendersOf(every, sendsOf.value);
});

export interface Page {
  readonly group: Group;
  /** Of its group, from 0. */
  readonly at: number;
  /** The place of its first strip in the group, from 0. */
  readonly place: number;
  readonly strips: readonly string[];
}

/** All pages of all groups, in the order of their keys. */
export const pages = computed<readonly Page[]>(() =>
  groups.value.flatMap((group) => {
    let place = 0;
    const made = group.strips.length === 0 ? [[]] : pagesOf(group.strips, arrangement.value.strips);
    return made.map((strips, at) => {
      const page = { group, at, place, strips };
      place += strips.length;
      return page;
    });
  }),
);

/** The last `#bank/GROUP/PLACE` of the address: what the faders come back to. */
const address = signal<readonly string[]>([]);
effect(() => {
  if (view.value[0] === 'bank') address.value = view.value;
});

/** Its place among `pages`. */
export const pageIndex = computed(() => {
  const [, id, place = '1'] = address.value;
  const first = Math.max(
    0,
    pages.value.findIndex(({ group }) => group.id === id),
  );
  const ofGroup = pages.value.filter(({ group }) => group === pages.value[first]?.group);
  const isNamed = pages.value[first]?.group.id === id;
  return (
    first +
    (isNamed
      ? pageAt(
          ofGroup.map(({ strips }) => strips),
          Number(place) - 1,
        )
      : 0)
  );
});

const none: Page = { group: { id: '', strips: [] }, at: 0, place: 0, strips: [] };
export const page = computed<Page>(() => pages.value[pageIndex.value] ?? none);

export function showPage({ group, place }: Page): void {
  show('bank', group.id, place + 1);
}

/** The bank `step` further, round the ends. */
export function turnPage(step: number): void {
  const { length } = pages.peek();
  const to = pages.peek()[(pageIndex.peek() + step + length) % Math.max(1, length)];
  if (to !== undefined) showPage(to);
}

/** The page that has this strip, in the group that is shown if it is there. */
export function showStrip(path: string): void {
  const having = pages.peek().filter(({ strips }) => strips.includes(path));
  const to = having.find(({ group }) => group === page.peek().group) ?? having[0];
  if (to !== undefined) showPage(to);
}

/** The faders, as they were last seen. */
export const showFaders = (): void => show(...(address.peek().length > 0 ? address.peek() : ['bank']));
