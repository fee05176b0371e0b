// Pages turned by a finger that is drawn sideways over what is no fader and no button.

const leastPx = 60;
const controls = 'button, input, select, a, [role="slider"], .fader';

export class Swipe {
  readonly listeners: Readonly<Record<string, (event: PointerEvent) => void>>;
  #from: { readonly pointer: number; readonly x: number; readonly y: number } | undefined;

  /** `turn` gets 1 for the next page, -1 for the one before. */
  constructor(turn: (step: number) => void) {
    this.listeners = {
      onPointerDown: (event) => {
        const isControl = (event.target as Element).closest(controls) !== null;
        this.#from = isControl ? undefined : { pointer: event.pointerId, x: event.clientX, y: event.clientY };
      },
      onPointerUp: (event) => {
        const from = this.#from;
        this.#from = undefined;
        if (from?.pointer !== event.pointerId) return;
        const x = event.clientX - from.x;
        if (Math.abs(x) < leastPx || Math.abs(x) < 2 * Math.abs(event.clientY - from.y)) return;
        turn(x < 0 ? 1 : -1);
      },
      onPointerCancel: () => {
        this.#from = undefined;
      },
    };
  }
}
