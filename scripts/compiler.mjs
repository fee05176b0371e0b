// Stands before the compiler, for make and for tests: `node scripts/compiler.mjs g++ -c x.cc -o x.o ...`. An object that was
// compiled before from the same content with the same options, in this clone or in another, comes from the cache of
// objects (steps/objects). Any other command runs as it is. Plain JavaScript without a dependency, and few modules: it
// starts once per unit.
import { compileUnit } from './steps/objects/compile.mjs';
import { unitOf } from './steps/objects/unit.mjs';

const [program, ...words] = process.argv.slice(2);
process.exitCode = compileUnit(program, words, unitOf(words));
