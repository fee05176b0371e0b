// An input from the network: the channel that it is subscribed to, and whether that comes.
import { fieldOf, useRows } from '../desk/rows.ts';
import { type TextKey, t } from '../text/text.ts';

export interface Subscription {
  readonly txDevice: string;
  readonly txChannelLabel: string;
}

const states: Readonly<Record<string, readonly [sign: string, words: TextKey]>> = {
  connected: ['✓', 'control.network.connected'],
  unresolved: ['◌', 'control.network.unresolved'],
  'no-signal': ['✕', 'control.network.noSignal'],
  'format-mismatch': ['✕', 'control.network.formatMismatch'],
  'clock-mismatch': ['▲', 'control.network.clockMismatch'],
};

/** The row of an input of a device of network audio; undefined for a source of another box. */
export function networkInputOf(sourceId: string, isOfNetwork: (box: string) => boolean): string | undefined {
  const [, box = '', n = ''] = /^(.+):in-(\d+)$/.exec(sourceId) ?? [];
  return box !== '' && isOfNetwork(box) ? `/netaudio/${encodeURIComponent(box)}/rx/${n}` : undefined;
}

export function NetworkInput({ path }: { readonly path: string }) {
  useRows([path]);
  const subscription = fieldOf<Subscription>(path, 'subscription').value;
  const status = fieldOf<string>(path, 'status').value ?? '';
  const state = states[status];
  if (subscription === undefined || state === undefined) return null;
  const isFree = subscription.txDevice === '';
  const [sign, words] = isFree ? (['', 'control.network.free'] as const) : state;
  const device = fieldOf<string>(path, 'device').value || subscription.txDevice;
  const label = fieldOf<string>(path, 'label').value || subscription.txChannelLabel;
  const reason = isFree ? '' : (fieldOf<string>(path, 'reason').value ?? '');
  return (
    <p class="note network-input" data-status={isFree ? 'free' : status} role="status" dir="auto">
      {!isFree && `${device} / ${label} ${sign} `}
      {t(words)}
      {reason !== '' && `: ${reason}`}
    </p>
  );
}
