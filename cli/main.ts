#!/usr/bin/env node
// Words in, exit code out.
import { hideBin } from 'yargs/helpers';
import { runCommand } from './run.ts';
import { endWithReader, terminal } from './terminal.ts';

endWithReader();
// Not by itself: a driver's thread or a socket that lingers must not hold up the end.
process.exit(await runCommand(hideBin(process.argv), terminal));
