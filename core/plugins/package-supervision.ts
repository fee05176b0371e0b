// Supervision of vendors' packages in the control process: which of them run, faults other than exceptions, and which
// the next start sets aside. Nothing is taken from a running desk.
import { type CrashPage, longestName } from '../audio/processes/crash-page.ts';
import type { Log, Time, Warnings } from '../services.ts';
import { sinceBootMs } from '../system/boot.ts';
import { PackageFailures } from '../system/package-failures.ts';
import type { PackageGuard, PackageToRun } from '../system/package-owners.ts';
import { PackageRecord } from '../system/package-record.ts';
import { Sentinel } from '../system/sentinel.ts';
import { PackageCrashes } from './package-crashes.ts';

export interface PackageSupervisionParts {
  readonly stateFolder: string;
  readonly time: Pick<Time, 'every' | 'monotonicMs'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

export class PackageSupervision implements PackageGuard {
  readonly #parts: PackageSupervisionParts;
  readonly #record: PackageRecord;
  readonly #crashes: PackageCrashes;
  readonly #sentinel: Sentinel;
  readonly #failures: PackageFailures;
  readonly #running = new Map<string, PackageToRun>();
  #isOpen = false;
  /** The crash of the previous process. */
  #crash: CrashPage | undefined;

  constructor(parts: PackageSupervisionParts) {
    this.#parts = parts;
    this.#record = new PackageRecord(parts.stateFolder);
    this.#crashes = new PackageCrashes(parts.stateFolder);
    this.#sentinel = new Sentinel({ ...parts, record: this.#record });
    this.#failures = new PackageFailures({
      ...parts,
      tooOften: (name, did, last) => this.#failsTooOften(name, did, last),
    });
  }

  setAside(found: PackageToRun): string | undefined {
    this.#open();
    const { name, isRequired } = found;
    if (this.#crash && isNamed(this.#crash, name)) {
      const { signal, answers } = this.#crash;
      const did = `crashed the desk by ${signal}${answers ? '' : ' at its start'}`;
      this.#note(found, did, 'in its native code', !answers);
    }
    const reason = this.#record.setAside(name);
    if (reason === undefined || !isRequired) return reason;
    // A desk that does not start without it may start with it.
    this.#parts.log.error({ provider: name }, `the package ${name} is required, and tried again: ${reason}`);
    return undefined;
  }

  runs(found: PackageToRun): void {
    const { name, folder } = found;
    if (this.#running.size === 0)
      this.#attempt('a native crash of a package would not be named', () => this.#crashes.begin());
    this.#running.set(name, found);
    this.#crashes.owns(name, folder);
    this.#sentinel.runs(name, folder);
  }

  failed(name: string, error: unknown): void {
    this.#failures.note(name, error);
  }

  /** Called when rows answer: from now on faults of packages are warnings, too. */
  ready(warnings: Pick<Warnings, 'raise'>): void {
    this.#failures.warnBy(warnings);
    this.#crashes.ready();
    this.#sentinel.ready();
    if (this.#crash) warnings.raise(warningOf(this.#crash));
  }

  /** Called at an orderly end: clears the record, so that each package is tried again. */
  async end(): Promise<void> {
    await this.#sentinel.stop();
    this.#attempt('a later start reads the page of this process', () => this.#crashes.end());
    this.#attempt('what packages did is not forgotten', () => this.#record.forget());
  }

  /** Not before the state folder is claimed: until then this may be another control process's. */
  #open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#attempt('what packages did before is not known', () => this.#record.open());
    this.#attempt('how the process before this one ended is not known', () => {
      this.#crash = this.#crashes.earlier;
      this.#crashes.end();
    });
    if (!this.#crash) return;
    const { signal, driver: provider } = this.#crash;
    const whose = provider === '' ? '' : ` in native code of the package ${provider}`;
    this.#parts.log.error({ signal, provider }, `the control process before this one ended by ${signal}${whose}`);
  }

  #failsTooOften(name: string, did: string, last: string): boolean {
    const found = this.#running.get(name);
    if (found === undefined || found.isRequired) return false;
    this.#note(found, did, `the last: ${last}`, true);
    return true;
  }

  #note({ name, module }: PackageToRun, did: string, where: string, isFinal: boolean): void {
    const event = { name, at: sinceBootMs(), did, where, isFinal, file: module };
    this.#attempt(`that ${name} ${did} is not noted`, () => this.#record.add(event));
  }

  #attempt(consequence: string, run: () => void): void {
    try {
      run();
    } catch (err) {
      this.#parts.log.warn({ err }, consequence);
    }
  }
}

/** The page cuts long names. */
function isNamed({ driver }: CrashPage, name: string): boolean {
  return driver !== '' && driver === name.slice(0, longestName);
}

function warningOf({ signal, driver: provider }: CrashPage) {
  const whose = provider === '' ? 'No package is known to be the cause' : `It was in native code of ${provider}`;
  const title = provider === '' ? 'The control process crashed' : `Provider ${provider} crashed the control process`;
  return {
    id: 'control-process-crashed',
    title,
    titleCode: { code: 'control-process-crashed', params: { signal, provider } },
    detail: `It ended by ${signal}, and was started again; the sound played on. ${whose}.`,
    severity: 'warning',
    path: '',
  } as const;
}
