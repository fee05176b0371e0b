// Driver packages that are built while the desk runs.

export interface Build {
  readonly state: 'building' | 'failed';
  /** What is going on and what comes next, or why the package is not built and what mends that. */
  readonly reason: string;
}

export interface Builds {
  /** Undefined for a package that is built, or has nothing to build. */
  of(name: string): Build | undefined;
  onChange(listener: () => void): () => void;
}
