// One strip in detail. `part` is the part that a small screen shows: `eq`, `gate`, `comp`, `sends`, `groups`.
export function Detail(_: { readonly path: string; readonly part: string | undefined }) {
  return <main />;
}
