// A device that routes sound by itself: inputs 1 to 4 of the virtual stagebox, and a playback channel of the computer, to
// each of its outputs 1 to 4. What is set stands in rows of its own, `/doubled/{out}/{in}`.
import { type DeskReader, defineProvider, Faults, Listeners, setting, Type } from 'rowdesk/provider';
import { DirectPaths, type DirectRoute, type DirectRoutes } from './index.ts';

const box = 'virtual-32x16';
const count = 4;
const places = (most: number) => Array.from({ length: most }, (_, place) => place + 1);

/** The hardware of one test: `plug(false)` takes it away; `lists` counts how often its routes were listed. */
export function hardwareDouble({ latencyMs = 0.5 as number | null } = {}) {
  let isThere = true;
  let lists = 0;
  let plug = (_isThere: boolean): void => {};
  const provider = defineProvider({
    name: 'doubled',
    needs: { paths: DirectPaths.token, faults: Faults },
    rows: () => [
      setting('/doubled/{out}/{into}', {
        params: { out: Type.Integer({ minimum: 1 }), into: Type.Integer({ minimum: 1 }) },
        addresses: {
          has: ({ out, into }) => out <= count && into <= count + 1,
          list: () => places(count).flatMap((out) => places(count + 1).map((into) => ({ out, into }))),
        },
        fields: {
          levelDb: Type.Number({ minimum: -144, maximum: 6, multipleOf: 0.1, default: -144 }),
          pan: Type.Number({ minimum: -100, maximum: 100, multipleOf: 1, default: 0 }),
          muted: Type.Boolean({ default: false }),
        },
        writable: ['levelDb', 'pan', 'muted'],
        target: `stagebox:${box}`,
        area: 'directPath',
      }),
    ],
    start: ({ paths, faults }) => {
      const listeners = new Listeners(faults, 'a listener of the doubled hardware');
      const rowOf = (id: string) => `/doubled/${id.split('.').slice(1).join('/')}`;
      const ids = () =>
        isThere ? places(count).flatMap((out) => places(count + 1).map((n) => `box.${out}.${n}`)) : [];
      const find = (id: string, desk: DeskReader): DirectRoute => {
        const [, out, into] = id.split('.').map(Number);
        const { levelDb, pan, muted } = desk.read(rowOf(id)) as unknown as Pick<
          DirectRoute,
          'levelDb' | 'pan' | 'muted'
        >;
        const sourceId = (into as number) <= count ? `${box}:in-${into}` : '';
        return { id, sourceId, outputId: `${box}:out-${out}`, levelDb, pan, muted, latencyMs, adapterId: 'doubled' };
      };
      const routes: DirectRoutes = {
        ids,
        find: (id, desk) => find(id, desk),
        list: (desk) => {
          lists += 1;
          return ids()
            .map((id) => find(id, desk))
            .filter(({ levelDb }) => levelDb > -144);
        },
        changes: (id, change) =>
          Object.entries(change).map(([field, value]) => ({ path: rowOf(id), field, value, via: field })),
        limits: () => ({ levelDb: { maximum: 6 } }),
        onChange: (changed) => listeners.add(changed),
      };
      plug = (now) => {
        isThere = now;
        listeners.notify();
      };
      return paths.use(routes);
    },
  });
  return { provider, plug: (now: boolean) => plug(now), lists: () => lists };
}
