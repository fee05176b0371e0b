// Other pages of the desk, from `GET /api`.
import { computed, effect, signal } from '@preact/signals';
import { connection } from '../desk/client.ts';

export interface DeskPage {
  readonly path: string;
  readonly title: string;
  readonly about: string;
}

const pages = signal<readonly DeskPage[]>([]);

effect(() => {
  if (connection.value.state !== 'open') return;
  fetch('/api')
    .then((answer) => answer.json())
    .then(
      (desk: { readonly pages?: readonly DeskPage[] }) => {
        pages.value = desk.pages ?? [];
      },
      () => {},
    );
});

/** All but this one. */
export const otherPages = computed(() => pages.value.filter(({ path }) => path !== '/mix'));
