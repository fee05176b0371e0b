// Finds the vendor's package of a file, an exception or a timer.
import { AsyncLocalStorage } from 'node:async_hooks';
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Packages by the URL of their folder; of the whole process, as its loaded modules are. */
const packages = new Map<string, string>();
const running = new AsyncLocalStorage<string>();
/** The file of a line of a stack, as URL (modules) or absolute path (CommonJS); Node's own are neither. */
const place = /^ +at (?:.*\()?((?:file:\/\/)?\/.*):\d+:\d+\)?$/gm;

/** The files below this folder are of this package. */
export function ownFiles(name: string, folder: string): void {
  packages.set(pathToFileURL(realpathSync(folder) + sep).href, name);
}

/** Runs code of a package. Timers, sockets and promises that it makes are of the package as well. */
export function runAs<T>(name: string, run: () => T): T {
  return running.run(name, run);
}

/** The package whose code, or whose timer, socket or promise, runs now. */
export function runningPackage(): string | undefined {
  return running.getStore();
}

/** The package to which a file belongs, given as URL or absolute path; undefined for rowdesk's own and any other. */
export function ownerOfFile(file: string): string | undefined {
  const url = file.startsWith('file:') ? file : pathToFileURL(file).href;
  for (const [folder, name] of packages) if (url.startsWith(folder)) return name;
  return undefined;
}

/**
 * The package whose exception this is: the nearest in its stack. Where no file stands in the stack (a value that is no
 * Error, an error of a socket) it is the package whose timer or socket runs now. Undefined for an exception of
 * rowdesk's.
 */
export function ownerOfError(error: unknown): string | undefined {
  const stack = error instanceof Error ? String(error.stack) : '';
  const files = [...stack.matchAll(place)].map(([, file]) => file as string);
  if (files.length === 0) return runningPackage();
  for (const file of files) {
    const owner = ownerOfFile(file);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/** A package of others as it was found. */
export interface PackageToRun {
  readonly name: string;
  readonly folder: string;
  /** The URL of the file that is imported. */
  readonly module: string;
  readonly isRequired: boolean;
}

/** Supervises vendors' packages: which of them run, their faults, and which are set aside. */
export interface PackageGuard {
  /** Why a package is set aside, in words; undefined where it is not. */
  setAside(found: PackageToRun): string | undefined;
  /** This package runs from now on. */
  runs(found: PackageToRun): void;
  /** A provider of this name failed outside of any call of rowdesk; it may be one of rowdesk's own. */
  failed(name: string, error: unknown): void;
}
