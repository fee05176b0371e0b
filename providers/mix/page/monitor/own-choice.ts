// What a musician chose on this device: the mix, which stands in the address (`/mix/monitor#mix/3`), and the strips that
// are "me" in it.
import { computed, signal } from '@preact/signals';
import { show, view } from '../desk/view.ts';

const busKey = 'rowdesk.monitor.bus';
const meKey = 'rowdesk.monitor.me';

/** `/channel/mix/3`; undefined until one is chosen. */
export const bus = computed(() => {
  const [kind, index = ''] = view.value;
  return kind === 'mix' && /^\d+$/.test(index) ? `/channel/mix/${index}` : undefined;
});

export function chooseBus(path: string): void {
  localStorage.setItem(busKey, path);
  show('mix', path.slice('/channel/mix/'.length));
}

/** To choose another. */
export const leaveBus = (): void => show();

/** The mix of the last time, where the address names none. */
export function goToLastBus(): void {
  const last = localStorage.getItem(busKey);
  if (view.peek().length === 0 && last !== null) chooseBus(last);
}

type Choice = Readonly<Record<string, readonly string[]>>;
const chosen = signal<Choice>(readChoice());

function readChoice(): Choice {
  try {
    return JSON.parse(localStorage.getItem(meKey) ?? '{}') as Choice;
  } catch {
    return {};
  }
}

/** Addresses of the strips that are "me" in this mix. */
export const meIn = (busPath: string): readonly string[] => chosen.value[busPath] ?? [];

export function setMe(busPath: string, strip: string, isMe: boolean): void {
  const others = meIn(busPath).filter((path) => path !== strip);
  chosen.value = { ...chosen.peek(), [busPath]: isMe ? [...others, strip] : others };
  localStorage.setItem(meKey, JSON.stringify(chosen.peek()));
}
