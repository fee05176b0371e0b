#!/usr/bin/env node
// Words in, exit code out.
import { hideBin } from 'yargs/helpers';
import { runCommand } from './run.ts';
import { endWithReader, terminal } from './terminal.ts';

endWithReader();
process.exitCode = await runCommand(hideBin(process.argv), terminal);
