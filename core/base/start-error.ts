// Errors that prevent the start, in words that name the package, the field and the remedy.

/** One problem of a provider or of its entry in the configuration. */
export interface ProviderProblem {
  readonly provider: string;
  /** The place within the provider: `config/layout/input`, `rows`, a template; '' for the whole. */
  readonly field: string;
  /** The problem in words. */
  readonly problem: string;
  /** The remedy in words. */
  readonly remedy: string;
  /** The provider that a misspelt name probably means. */
  readonly meant?: string;
  /** The provider of the missing service, if a missing service is the problem. */
  readonly follows?: string;
}

/** `provider "light", config/port: is not a number; give a number`. */
export function describeProblem({ provider, ...problem }: ProviderProblem): string {
  return describeFileProblem(`provider "${provider}"`, problem);
}

/** `desk.config.json:7:3: limits/watchers: is out of range; use a number >= 1`; without a place `desk.config.json, limits...`. */
export function describeFileProblem(
  file: string,
  { field, problem, remedy }: Omit<ProviderProblem, 'provider'>,
  place?: { readonly line: number; readonly column: number },
): string {
  const at =
    place === undefined ? `${field && `, ${field}`}` : `:${place.line}:${place.column}${field && `: ${field}`}`;
  return `${file}${at}: ${problem}${remedy && `; ${remedy}`}`;
}

/** The service can't start. The message is for people; `problems` has all reasons, one per line. */
export class StartError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'StartError';
    this.problems = problems;
  }
}
