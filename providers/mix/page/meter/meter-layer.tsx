// One canvas for the meters of a bank, drawn where the strips have their slots (`.meter-slot[data-strip]`).
export function MeterLayer(_: { readonly strips: readonly string[] }) {
  return (
    <div aria-hidden="true">
      <canvas />
    </div>
  );
}
