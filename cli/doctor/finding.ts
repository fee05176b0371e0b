/** One thing that was looked at. A fault has the one command that mends it, or the first step towards that. */
export interface Diagnosis {
  readonly name: string;
  readonly ok: boolean;
  /** What was found, in words. */
  readonly detail: string;
  /** '' where nothing is to be mended. Of a finding that is ok: what would make it better. */
  readonly fix: string;
}

export const fine = (name: string, detail: string): Diagnosis => ({ name, ok: true, detail, fix: '' });
/** Sound is possible so, and better otherwise. */
export const advice = (name: string, detail: string, fix: string): Diagnosis => ({ name, ok: true, detail, fix });
export const problem = (name: string, detail: string, fix: string): Diagnosis => ({ name, ok: false, detail, fix });
