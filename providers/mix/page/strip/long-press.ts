// A long press opens a view while the finger is down: what then lies under the finger is not pressed as it leaves.

/** Takes the click of the pointer that is down, should it make one. */
export function ignoreRelease(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  const leave = () => {
    removeEventListener('click', swallow, true);
    removeEventListener('pointerdown', leave, true);
    removeEventListener('keydown', leave, true);
  };
  addEventListener('click', swallow, true);
  addEventListener('pointerdown', leave, true);
  addEventListener('keydown', leave, true);
}
