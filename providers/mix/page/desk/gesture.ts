// What a finger does to one field: what is shown is the gesture's value while there is one, else the row's. The cap
// follows the finger, the row follows the desk.
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';

export type FieldState = 'confirmed' | 'pending' | 'refused' | 'stale';

export interface Field<T> {
  readonly path: string;
  readonly name: string;
  /** What the control shows. */
  readonly shown: ReadonlySignal<T | undefined>;
  /** What the desk has. */
  readonly confirmed: ReadonlySignal<T | undefined>;
  readonly state: ReadonlySignal<FieldState>;
  /** '' unless the last write was refused. */
  readonly refusal: ReadonlySignal<string>;
  readonly isHeld: ReadonlySignal<boolean>;
  /** Where another hand has put the field while this one holds it. */
  readonly elsewhere?: ReadonlySignal<T | undefined>;
  /** A finger takes it; nothing is written. A refusal is forgotten. */
  hold(): void;
  /** Moves it; the latest value wins. Without `hold` it is one step of a key or a wheel, shown until its answer. */
  move(value: T): void;
  /** The finger leaves. What the desk has is shown again once it has answered, or after a second. */
  release(): void;
}

/** A field that knows what this page itself has written. */
export interface GestureField<T> extends Field<T> {
  readonly elsewhere: ReadonlySignal<T | undefined>;
  /** True for a value that this page has written, and while this page moves the field. */
  isOwn(value: unknown): boolean;
  /** Milliseconds of the desk's clock when it last was moved from here; -Infinity if never. */
  readonly movedMs: number;
}

/** What a gesture needs of the desk, of one field. */
export interface FieldDesk {
  readonly path: string;
  readonly name: string;
  readonly confirmed: ReadonlySignal<unknown>;
  /** False while the row is stale, gone, or locked. */
  readonly isMovable: ReadonlySignal<boolean>;
  /** Resolves, or rejects, with the answer to this value or to a later one. */
  write(value: unknown): Promise<unknown>;
  readonly refusal: ReadonlySignal<string>;
  refuse(error: unknown): void;
  forgetRefusal(): void;
  nowMs(): number;
  /** Calls once, unless the returned function is called before. */
  after(ms: number, call: () => void): () => void;
}

interface Gesture {
  readonly value: unknown;
  readonly isHeld: boolean;
  /** A finger has left it; a step of a key or a press has none. */
  readonly isReleased?: boolean;
}

/** An answer later than this looks pending. */
const pendingMs = 150;
const settleMs = 1000;
/** Written values that an event may still echo. */
const rememberedValues = 64;
const nothing = () => {};

export function gestureField(desk: FieldDesk): GestureField<unknown> {
  const { path, name, confirmed, isMovable, refusal } = desk;
  const gesture: Signal<Gesture | undefined> = signal(undefined);
  const isLate = signal(false);
  let own: unknown[] = [];
  let movedMs = Number.NEGATIVE_INFINITY;
  let written = 0;
  let answered = 0;
  let stopLate: (() => void) | undefined;
  let stopSettling = nothing;
  let stopWatching: (() => void) | undefined;

  const end = () => {
    stopSettling();
    stopWatching?.();
    stopWatching = undefined;
    gesture.value = undefined;
    own = [];
  };
  const noteLate = () => {
    stopLate?.();
    isLate.value = false;
    stopLate =
      answered === written
        ? undefined
        : desk.after(pendingMs, () => {
            isLate.value = true;
          });
  };
  /** The connection broke: what was under way is forgotten, a drag begins again from the row's value. */
  const drop = () => {
    answered = written;
    noteLate();
    desk.forgetRefusal();
    end();
  };
  const take = (next: Gesture) => {
    gesture.value = next;
    stopWatching ??= effect(() => {
      if (!isMovable.value) drop();
    });
  };
  const settle = () => {
    stopSettling();
    const now = gesture.peek();
    if (now?.isHeld !== false) return;
    if (answered === written) end();
    // The next step goes on from the one before, answered or not: a list would lose what is on its way.
    else if (now.isReleased) stopSettling = desk.after(settleMs, end);
  };
  const note = (number: number) => {
    answered = number;
    noteLate();
  };
  const accepted = (number: number) => {
    if (number <= answered) return;
    note(number);
    if (answered === written) settle();
  };
  const refused = (number: number, error: unknown) => {
    if (number <= answered) return;
    note(number);
    desk.refuse(error);
    const now = gesture.peek();
    // A later value is on its way: its answer decides.
    if (answered < written || now === undefined) return;
    if (now.isHeld) gesture.value = { value: confirmed.peek(), isHeld: true };
    else end();
  };

  return {
    path,
    name,
    confirmed,
    refusal,
    shown: computed(() => (gesture.value === undefined ? confirmed.value : gesture.value.value)),
    isHeld: computed(() => gesture.value?.isHeld === true),
    elsewhere: computed(() => {
      const there = confirmed.value;
      const isOurs = gesture.value?.isHeld !== true || own.includes(there);
      return isOurs ? undefined : there;
    }),
    state: computed(() => {
      if (!isMovable.value) return 'stale';
      if (refusal.value !== '') return 'refused';
      return isLate.value ? 'pending' : 'confirmed';
    }),
    isOwn: (value) => own.includes(value),
    get movedMs() {
      return movedMs;
    },
    hold() {
      if (!isMovable.peek()) return;
      desk.forgetRefusal();
      stopSettling();
      if (gesture.peek() === undefined) own = [confirmed.peek()];
      take({ value: gesture.peek()?.value ?? confirmed.peek(), isHeld: true });
    },
    move(value) {
      if (!isMovable.peek()) return;
      const isHeld = gesture.peek()?.isHeld === true;
      if (!isHeld) desk.forgetRefusal();
      own = [...own.slice(1 - rememberedValues), value];
      movedMs = desk.nowMs();
      take({ value, isHeld });
      const number = ++written;
      if (stopLate === undefined) noteLate();
      desk.write(value).then(
        () => accepted(number),
        (error: unknown) => refused(number, error),
      );
      settle();
    },
    release() {
      const now = gesture.peek();
      if (now?.isHeld !== true) return;
      gesture.value = { ...now, isHeld: false, isReleased: true };
      settle();
    },
  };
}
