// Files below /proc and /sys, which come and go with devices and processes.
import { readdirSync, readFileSync } from 'node:fs';

/** The text without white space around it; '' where there is no such file. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** What a folder has, sorted; empty where there is no such folder. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
