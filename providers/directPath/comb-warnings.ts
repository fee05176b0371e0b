// A warning for each direct path whose source is heard at the same output through the desk too.
import { StandingWarnings, type Warning, type Warnings } from 'rowdesk/provider';
import { stripName } from '../console/index.ts';
import type { CombWatch } from './comb-watch.ts';
import { type Comb, type DoubledRoute, isHeardAsComb } from './combs.ts';

/** More are no news; the rows of the other routes have their combs too. */
const mostWarnings = 32;
const code = 'direct-path-comb';

/** Raises and clears them until the returned function is called. */
export function warnOfCombs(combs: CombWatch, warnings: Warnings): () => void {
  const standing = new StandingWarnings(warnings);
  const show = () => {
    const heard = combs.doubled
      .map((doubled) => ({ ...doubled, combs: combs.of(doubled.route.id).filter(isHeardAsComb) }))
      .filter((each) => each.combs.length > 0)
      .slice(0, mostWarnings);
    standing.become(heard.map(({ route, combs: of }) => warningOf(route, of)));
  };
  show();
  const stop = combs.onChange(show);
  return () => {
    stop();
    standing.end();
  };
}

function warningOf(route: DoubledRoute['route'], combs: readonly Comb[]): Omit<Warning, 'since'> {
  const { id, sourceId, outputId, latencyMs } = route;
  const [{ way, deskMs, delayMs, firstNotchHz }] = combs as readonly [Comb, ...Comb[]];
  const names = way.map(stripName);
  const others = combs.length > 1 ? ` and ${combs.length - 1} more ways` : '';
  const ms = (value: number | null) => (value === null ? 'an unknown time' : `${value} ms`);
  const twice = `${sourceId} is heard at ${outputId} twice: by the direct path ${id} after ${ms(latencyMs)}`;
  const apart =
    delayMs === null
      ? 'How far apart they are is not known; together they sound hollow'
      : `They are ${Math.abs(delayMs)} ms apart, and cancel first at ${firstNotchHz} Hz`;
  return {
    id: `${code}-${id}`,
    title: 'A source is heard twice: by a direct path, and through the desk',
    titleCode: {
      code,
      params: { id, sourceId, outputId, way: names, directMs: latencyMs, deskMs, delayMs, firstNotchHz },
    },
    detail: `${twice}, and through the desk by ${names.join(' -> ')}${others} after ${ms(deskMs)}. ${apart}. Mute one of them: PATCH /directPath/${id} {"muted": true}, or take ${names[0]} off ${names.at(-1)}.`,
    severity: 'warning',
    path: `/directPath/${id}`,
  };
}
