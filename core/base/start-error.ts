// What is wrong before anything is served, in words that name the offender, the field and the remedy.

/** One thing that is wrong with a provider or its entry in the configuration. */
export interface ProviderProblem {
  readonly provider: string;
  /** `config/layout/input`, `rows`, a template: where in the offender it is; '' for the whole. */
  readonly field: string;
  /** What is wrong. */
  readonly problem: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The provider that was meant, where this one's name is a typing error. */
  readonly meant?: string;
  /** The provider that makes what this one needs, where that is why. */
  readonly follows?: string;
}

/** `provider "light", config/port: is not a number; give a number`. */
export function describeProblem({ provider, ...problem }: ProviderProblem): string {
  return describeFileProblem(`provider "${provider}"`, problem);
}

/** `providers.config.json, limits/watchers: is out of range; use a number >= 1`. */
export function describeFileProblem(
  file: string,
  { field, problem, remedy }: Omit<ProviderProblem, 'provider'>,
): string {
  return `${file}${field && `, ${field}`}: ${problem}${remedy && `; ${remedy}`}`;
}

/** The service can not start. The message is for people; `problems` are all the reasons, one a line. */
export class StartError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'StartError';
    this.problems = problems;
  }
}
