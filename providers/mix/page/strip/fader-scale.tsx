// The scale of a console beside the slot of its fader.
import { travelOf } from '../scale/fader-law.ts';

const marks = [
  ...[10, 5, 0, -5, -10, -20, -30, -40, -60].map((levelDb) => ({
    text: levelDb > 0 ? `+${levelDb}` : String(-levelDb),
    travel: travelOf(levelDb),
  })),
  { text: '∞', travel: 0 },
];

export function FaderScale() {
  return (
    <div class="fader-scale" aria-hidden="true">
      <div class="fader-slot" />
      {marks.map(({ text, travel }) => (
        <span key={text} class={text === '0' ? 'unity' : ''} style={{ bottom: `${100 * travel}%` }}>
          {text}
        </span>
      ))}
    </div>
  );
}
