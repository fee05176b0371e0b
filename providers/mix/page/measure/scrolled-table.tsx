// A table that may be wider than the screen: it is scrolled by keys, too.
import type { ComponentChildren } from 'preact';

export const ScrolledTable = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys
  <section class="measure-scrolled" aria-label={label} tabIndex={0}>
    <table class="measure-table">{children}</table>
  </section>
);
