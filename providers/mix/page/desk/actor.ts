// What the desk calls this device in its history.
import { signal } from '@preact/signals';

const key = 'rowdesk.actor';

export const actor = signal(localStorage.getItem(key) ?? '');

/** Takes effect when the page is loaded again. */
export function setActor(name: string): void {
  actor.value = name;
  localStorage.setItem(key, name);
}
