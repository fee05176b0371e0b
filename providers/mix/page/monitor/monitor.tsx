export function Monitor() {
  return <main />;
}
