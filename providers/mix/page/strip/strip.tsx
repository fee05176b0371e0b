// One strip of the bank: EQ picture, pan, plate, solo, mute, fader, value.
import { fieldOf } from '../desk/rows.ts';

/** `path`: `/channel/input/14`. */
export function Strip({ path }: { readonly path: string }) {
  return (
    <section>
      <span dir="auto">{fieldOf<string>(path, 'name')}</span>
      <div class="meter-slot" data-strip={path} />
    </section>
  );
}
