#!/usr/bin/env node
// Words in, exit code out.
import { endProcess, reserveProcessEnd } from '../core/system/process-end.ts';
import { endWithReader, everythingWritten, terminal } from './terminal.ts';

endWithReader();
reserveProcessEnd();
const words = process.argv.slice(2);
if (words[0] === 'complete') await (await import('./complete.ts')).complete(words[1] ?? '', terminal);
const code = words[0] === 'complete' ? 0 : await (await import('./run.ts')).runCommand(words, terminal);
await everythingWritten();
// Not by itself: a driver's thread or a socket that lingers must not hold up the end.
endProcess(code);
