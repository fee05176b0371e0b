// The theme of the page, `data-theme` on its root: as this device's user chose, else as the system has it.
import { effect, signal } from '@preact/signals';
import { theme } from '../frame/settings-store.ts';

const light = matchMedia('(prefers-color-scheme: light)');
const isLight = signal(light.matches);
light.addEventListener('change', ({ matches }) => {
  isLight.value = matches;
});

effect(() => {
  const { value } = theme;
  document.documentElement.dataset.theme = value === 'system' ? (isLight.value ? 'light' : 'dark') : value;
});
