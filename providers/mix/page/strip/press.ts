// A button that acts as the finger comes down, for timing; and by keyboard.
import { useRef } from 'preact/hooks';

/** Handlers of a button. */
export function usePress(act: () => void) {
  const isDone = useRef(false);
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      isDone.current = true;
      act();
    },
    onClick() {
      // Keys and readers of screens click without a pointer.
      if (!isDone.current) act();
      isDone.current = false;
    },
  };
}
