// Who moved what this page did not: events carry no name, the history does.
import { effect, type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { actor } from '../desk/actor.ts';
import { client } from '../desk/client.ts';
import { field, type GestureField } from '../desk/field.ts';
import { holder } from '../desk/holder.ts';
import { fieldOf } from '../desk/rows.ts';
import { kindAndIndex, stripPath } from '../desk/strip-name.ts';

interface Entry {
  readonly actor: string;
  readonly paths: readonly string[];
}

const shownMs = 3000;
const newestEveryMs = 1000;
/** The history is some 100 kB: it is read only where the newest entry is of another row. */
const allEveryMs = 5000;
/** A linked strip follows its partner within this. */
const followsMs = 1000;
/** An entry names no more paths than this. */
const mostPaths = 8;

const covers = ({ paths }: Entry, path: string) => paths.includes(path) || paths.length === mostPaths;

/** One reading for all that ask, at most once in `everyMs`; none is older than the question. */
function shared<T>(everyMs: number, read: () => Promise<T>): () => Promise<T | undefined> {
  let next: Promise<T | undefined> | undefined;
  let atMs = Number.NEGATIVE_INFINITY;
  const later = async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs + everyMs - performance.now())));
    atMs = performance.now();
    next = undefined;
    return read().catch(() => undefined);
  };
  return () => {
    next ??= later();
    return next;
  };
}

const readNewest = shared(newestEveryMs, async () => {
  const { undoId } = await client.get('/history/cursor');
  return undoId === undefined
    ? undefined
    : ((await client.requests.get(`/history/entries/${undoId}`)) as unknown as Entry);
});
const readAll = shared(allEveryMs, async () => (await client.get('/history')).entries as readonly Entry[]);

/** The name in the history; undefined for this page, and where the history does not know. */
async function moverOf(path: string): Promise<string | undefined> {
  const newest = await readNewest();
  const entry =
    newest !== undefined && covers(newest, path) ? newest : (await readAll())?.find((each) => covers(each, path));
  return entry?.actor === (holder.peek()?.name || actor.peek()) ? undefined : entry?.actor;
}

/** The name of another hand that has moved the fader, for 3 s; '' otherwise. */
export function useOtherHand(of: GestureField<number>): ReadonlySignal<string> {
  const name = useSignal('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before = of.confirmed.peek();
    let count = 0;
    const stop = effect(() => {
      const now = of.confirmed.value;
      const isFirst = before === undefined || now === before;
      before = now;
      if (isFirst || now === undefined || isOwn(of, now)) return;
      const number = ++count;
      void moverOf(of.path).then((mover) => {
        if (mover === undefined || number !== count) return;
        name.value = mover;
        clearTimeout(timer);
        timer = setTimeout(() => {
          name.value = '';
        }, shownMs);
      });
    });
    return () => {
      count++;
      stop();
      clearTimeout(timer);
    };
  }, [of]);
  return name;
}

/** This page has moved it, or the strip that it is linked with. */
function isOwn(of: GestureField<number>, value: unknown): boolean {
  if (of.isOwn(value)) return true;
  const [kind, index] = kindAndIndex(of.path);
  if (fieldOf(stripPath(kind, index), 'stereoLink').peek() !== true) return false;
  const partner = stripPath(kind, Number(index) % 2 === 1 ? Number(index) + 1 : Number(index) - 1);
  const movedMs = field(of.path.replace(stripPath(kind, index), partner), of.name).movedMs;
  return performance.now() - movedMs < followsMs;
}
