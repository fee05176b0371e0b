// The show: patch, scenes, history, sessions, stageboxes, warnings, clock. `part` names which.
export function Show(_: { readonly part: string | undefined }) {
  return <main />;
}
