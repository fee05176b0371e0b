// The programmes of these tests that are written in C++, compiled once per process.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, temporaryFolder } from '../harness/service.ts';

const compiled = new Map<string, string>();

/** They can be compiled. */
export const hasCompiler = spawnSync('g++', ['--version']).status === 0;

/** The programme: programs/NAME.cc says what it takes. */
export function program(name: 'sender' | 'relay' | 'hostile' | 'transit'): string {
  let made = compiled.get(name);
  if (made !== undefined) return made;
  made = join(temporaryFolder(), name);
  const flags = ['-std=c++20', '-O2', '-Wall', '-Wextra', '-Werror'];
  execFileSync('g++', [...flags, '-o', made, script(`${name}.cc`)], { stdio: 'pipe' });
  compiled.set(name, made);
  return made;
}

/** A file of programs/, from source and from build/ alike. */
export const script = (file: string): string => join(root, 'test/netaudio/programs', file);
