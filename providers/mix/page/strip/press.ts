// A button that acts as the finger comes down, for timing; and by keyboard.

/** Handlers of a button. */
export function onPress(act: () => void) {
  let isDone = false;
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      isDone = true;
      act();
    },
    onClick() {
      // Keys and readers of screens click without a pointer.
      if (!isDone) act();
      isDone = false;
    },
  };
}
