// Where the slots of strips are: read when the browser has laid them out anew, never in a frame.
import type { Place } from './painter.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Slots {
  /** What they cover together, in CSS pixels from the corner of the layer. */
  readonly box: Box;
  /** Device pixels of a CSS pixel. */
  readonly ratio: number;
  /** By strip, in device pixels of that box; undefined for a strip without a slot. */
  readonly places: readonly (Place | undefined)[];
}

/**
 * Calls with the slots (`selector`, whose `data-strip` is the strip) in `root` whenever they come, go or are laid out
 * otherwise, until the returned function is called.
 */
export function watchSlots(
  { root, layer, selector }: { readonly root: Element; readonly layer: Element; readonly selector: string },
  strips: readonly string[],
  take: (slots: Slots) => void,
): () => void {
  let found: readonly HTMLElement[] = [];
  const sizes = new ResizeObserver(() => take(measure(layer, found, strips)));
  const find = () => {
    const now = [...root.querySelectorAll<HTMLElement>(selector)];
    if (now.length === found.length && now.every((slot, n) => slot === found[n])) return;
    found = now;
    sizes.disconnect();
    for (const element of [layer, ...found]) sizes.observe(element);
  };
  const comings = new MutationObserver(find);
  comings.observe(root, { childList: true, subtree: true });
  find();
  sizes.observe(layer);
  const stopDensity = onDensity(() => take(measure(layer, found, strips)));
  return () => {
    sizes.disconnect();
    comings.disconnect();
    stopDensity();
  };
}

function measure(layer: Element, slots: readonly HTMLElement[], strips: readonly string[]): Slots {
  const origin = layer.getBoundingClientRect();
  const boxes = new Map(slots.map((slot) => [slot.dataset.strip, slot.getBoundingClientRect()]));
  const own = strips.flatMap((strip) => boxes.get(strip) ?? []);
  const left = Math.floor(Math.min(...own.map((box) => box.left)) - origin.left);
  const top = Math.floor(Math.min(...own.map((box) => box.top)) - origin.top);
  const right = Math.ceil(Math.max(...own.map((box) => box.right)) - origin.left);
  const bottom = Math.ceil(Math.max(...own.map((box) => box.bottom)) - origin.top);
  const ratio = devicePixelRatio;
  const place = (strip: string): Place | undefined => {
    const box = boxes.get(strip);
    if (box === undefined) return undefined;
    const px = (length: number) => Math.round(length * ratio);
    const [x, y] = [px(box.left - origin.left - left), px(box.top - origin.top - top)];
    return { x, y, width: px(box.width), height: px(box.height), ratio };
  };
  const box =
    own.length === 0
      ? { x: 0, y: 0, width: 0, height: 0 }
      : { x: left, y: top, width: right - left, height: bottom - top };
  return { box, ratio, places: strips.map(place) };
}

/** Calls when the window has come to a screen of another density, until the returned function is called. */
function onDensity(call: () => void): () => void {
  let query: MediaQueryList | undefined;
  const changed = () => {
    call();
    watch();
  };
  const watch = () => {
    query?.removeEventListener('change', changed);
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', changed);
  };
  watch();
  return () => query?.removeEventListener('change', changed);
}
