// The choice of a driver for a model: each matching manifest has a score, and the best one is tried first.
import type { DiscoveredModel, DriverMatch } from '../../driver.ts';
import type { DriverPackage } from './package.ts';

/** Exact id 3, model 2, transport 1; a match that needs a wildcard comes last. */
const scores = { id: 3, model: 2, transport: 1, wildcard: 0 } as const;

export interface Candidate {
  readonly driver: string;
  readonly score: number;
}

export interface ModelChoice {
  readonly model: DiscoveredModel;
  /** Best first, without packages that are set aside for this model. */
  readonly candidates: readonly Candidate[];
  /** Undefined without a match, and for equal matches of which none is preferred. */
  readonly chosen: Candidate | undefined;
  /** The equal matches that prevent a choice. */
  readonly tied: readonly string[];
}

/**
 * Chooses for one model, among packages that are not set aside. `preferred` names packages that win a tie, the first
 * one before the others.
 */
export function choose(
  model: DiscoveredModel,
  packages: readonly DriverPackage[],
  isSetAside: (driver: string, model: DiscoveredModel) => boolean,
  preferred: readonly string[] = [],
): ModelChoice {
  const candidates = packages
    .flatMap(({ name, manifest }): Candidate[] => {
      const score = manifest.kind === 'mixer' ? undefined : scoreOf(manifest.matches, model);
      return score === undefined || isSetAside(name, model) ? [] : [{ driver: name, score }];
    })
    .sort((a, b) => b.score - a.score || rank(a.driver, preferred) - rank(b.driver, preferred));
  const [first] = candidates;
  const equal = candidates.filter(({ score }) => score === first?.score);
  const isTie = equal.length > 1 && !preferred.includes((first as Candidate).driver);
  return { model, candidates, chosen: isTie ? undefined : first, tied: isTie ? equal.map(({ driver }) => driver) : [] };
}

/** The best score of the matches, undefined without a match. */
export function scoreOf(matches: readonly DriverMatch[], model: DiscoveredModel): number | undefined {
  const fitting = matches.flatMap((match) => scoreOfOne(match, model) ?? []);
  return fitting.length === 0 ? undefined : Math.max(...fitting);
}

function scoreOfOne({ transport, id, model }: DriverMatch, of: DiscoveredModel): number | undefined {
  const asked: readonly [pattern: string, actual: string, score: number][] = [
    [transport, of.transport, scores.transport],
    ...(model === undefined ? [] : [[model, of.model, scores.model] as [string, string, number]]),
    ...(id === undefined ? [] : [[id, of.modelId, scores.id] as [string, string, number]]),
  ];
  if (asked.every(([pattern, actual]) => pattern === actual)) return Math.max(...asked.map(([, , score]) => score));
  return asked.every(([pattern, actual]) => fits(pattern, actual)) ? scores.wildcard : undefined;
}

/** `*` stands for any number of characters. Asked for each device at each report of a process: most patterns have none. */
function fits(pattern: string, actual: string): boolean {
  if (!pattern.includes('*')) return pattern === actual;
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(actual);
}

function rank(driver: string, preferred: readonly string[]): number {
  const place = preferred.indexOf(driver);
  return place < 0 ? preferred.length : place;
}
