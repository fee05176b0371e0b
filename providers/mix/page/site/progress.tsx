// How far a task of the desk is; nothing of one that does not run.
interface ProgressOf {
  readonly done: number;
  readonly total: number;
  readonly phase: string;
}

export function Progress({ of, words }: { readonly of: unknown; readonly words?: string }) {
  if (typeof of !== 'object' || of === null) return null;
  const { done, total, phase } = of as ProgressOf;
  const text = words ?? phase;
  return (
    <p class="site-progress" role="status">
      <progress aria-label={text} {...(total > 0 ? { value: done, max: total } : {})} />
      {text} {total > 0 && `${done} / ${total}`}
    </p>
  );
}
