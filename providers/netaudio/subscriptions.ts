// The subscriptions of own devices, and what each is resolved to now.
import {
  type Audio,
  type Desk,
  type DeskReader,
  type Listeners,
  type ObservedReader,
  stopAll,
  type Token,
  token,
} from 'rowdesk/provider';
import { speakerToKeep } from './followed.ts';
import type { KnownSource, KnownSources } from './known-sources.ts';
import { inputsOf, numbers, ownDevices } from './own-devices.ts';
import { rxPath } from './paths.ts';
import { isOf, type Resolution, resolve } from './resolution.ts';
import type { Senders } from './senders.ts';
import type { Subscription } from './subscription.ts';

const isRx = /^\/netaudio\/([^/]+)\/rx\/(\d+)$/;

export interface SubscriptionsNeeds {
  readonly audio: Audio;
  readonly desk: Desk;
  readonly senders: Senders;
  readonly known: KnownSources;
  /** Of what subscriptions are resolved to. */
  readonly listeners: Listeners;
}

export interface Subscribed {
  readonly id: string;
  readonly n: number;
  readonly path: string;
  readonly subscription: Subscription;
}

export class Subscriptions {
  static readonly token: Token<Subscriptions> = token<Subscriptions>('netaudio.subscriptions');
  readonly #needs: SubscriptionsNeeds;
  #isDue = false;

  constructor(needs: SubscriptionsNeeds) {
    this.#needs = needs;
  }

  /** Keeps what is resolved, until the returned function is called. */
  start(): () => void {
    const { desk, senders, audio } = this.#needs;
    let isOver = false;
    const keepSoon = () => {
      if (this.#isDue) return;
      this.#isDue = true;
      queueMicrotask(() => {
        this.#isDue = false;
        if (!isOver) this.#keep();
      });
    };
    keepSoon();
    const stop = stopAll(
      senders.onChange(keepSoon),
      audio.onChange(keepSoon),
      desk.onCommit((_revision, paths) => {
        const inputs = paths.filter((path) => isRx.test(path));
        for (const path of inputs) this.#release(path);
        if (inputs.length > 0) keepSoon();
      }),
      // A silent input may be resolved to what came after its sender.
      desk.observed.onChange((changes) => {
        if (changes.some(({ path, field }) => field === 'status' && isRx.test(path))) keepSoon();
      }),
    );
    return () => {
      isOver = true;
      stop();
    };
  }

  /** A subscription was changed. */
  onChange(changed: () => void): () => void {
    return this.#needs.desk.onCommit((_revision, paths) => {
      if (paths.some((path) => isRx.test(path))) changed();
    });
  }

  /** All that name something. */
  list(desk: DeskReader): readonly Subscribed[] {
    return ownDevices(this.#needs.audio).flatMap((device) =>
      numbers(inputsOf(device)).flatMap((n) => {
        const path = rxPath(device.id, n);
        if (!desk.has(path)) return [];
        const subscription = desk.read(path).subscription as Subscription;
        const isEmpty = subscription.txDevice === '' && subscription.txChannelLabel === '';
        return isEmpty ? [] : [{ id: device.id, n, path, subscription }];
      }),
    );
  }

  /** What the subscription of an input was resolved to last; undefined where that was another one, or none. */
  known({ id, n, subscription }: Subscribed): KnownSource | undefined {
    const last = this.#needs.known.get(id, n);
    return last !== undefined && isOf(last, subscription) ? last : undefined;
  }

  resolution(id: string, n: number, desk: DeskReader, observed: ObservedReader): Resolution {
    const { senders, known } = this.#needs;
    const path = rxPath(id, n);
    return resolve({
      subscription: desk.read(path).subscription as Subscription,
      announced: senders,
      known: known.get(id, n),
      isSilent: observed.read(path, 'status')?.value === 'no-signal',
    });
  }

  /** The sessions that inputs of a device are subscribed to, announced or not. */
  sessionsOf(device: string, desk: DeskReader): readonly string[] {
    const known = this.list(desk).flatMap((each) => (each.id === device ? (this.known(each) ?? []) : []));
    return [...new Set(known.map(({ sessionId }) => sessionId))].sort();
  }

  /** They may be others. */
  onSessions(changed: () => void): () => void {
    return this.#needs.listeners.add(changed);
  }

  /** A subscription that ends, or becomes another one, leaves the sender that it followed. */
  #release(path: string): void {
    const { desk, known } = this.#needs;
    const [, id = '', n = ''] = isRx.exec(path) ?? [];
    const last = known.get(id, Number(n));
    if (last === undefined || last.isReleased === true || !desk.has(path)) return;
    if (!isOf(last, desk.read(path).subscription as Subscription))
      known.keep(id, Number(n), { ...last, isReleased: true });
  }

  #keep(): void {
    const { desk, known, listeners } = this.#needs;
    for (const subscribed of this.list(desk)) {
      const { id, n, subscription } = subscribed;
      const { source, reason: _reason, announced, ...found } = this.resolution(id, n, desk, desk.observed);
      if (source === null || !announced) continue;
      const speaker = speakerToKeep({ source, speaker: found.speaker }, this.known(subscribed), found.address);
      known.keep(id, n, { ...subscription, ...found, speaker, source });
    }
    listeners.notify();
  }
}
