// The faders: a bank of strips, DCAs, the main, and what the faders set.
import { pathsOf, useRows } from '../desk/rows.ts';
import { MeterLayer } from '../meter/meter-layer.tsx';
import { Strip } from '../strip/strip.tsx';

export function Mix() {
  useRows(['/channel/input/*', '/channel/main/*']);
  const strips = pathsOf('/channel/input/*').slice(0, 10);
  return (
    <main>
      {strips.map((path) => (
        <Strip key={path} path={path} />
      ))}
      <MeterLayer strips={strips} />
    </main>
  );
}
