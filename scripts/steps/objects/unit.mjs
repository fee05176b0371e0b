// What a compiler's command asks for.

/** Options whose value is the word behind them. */
const withValue = new Set(['-I', '-D', '-U', '-x', '-isystem', '-include', '-iquote', '-idirafter', '-arch']);
/** Where the dependency file goes, and the names in it. */
const ofDependencies = new Set(['-MF', '-MT', '-MQ']);
/** The result depends on more than these words and the files. */
const unpredictable =
  /^(@|-march=native|-mtune=native|-save-temps|-fprofile|--coverage|-gsplit|-fdump|-specs|-B|-M$|-MM$)/;

/**
 * One source that becomes one object: `options` are all words that decide its content. Undefined for a command of another
 * kind (linking, a precompiled header, preprocessing).
 */
export function unitOf(words) {
  const unit = { source: '', object: '', dependencies: '', target: '', hasPhonyTargets: false, options: [] };
  let compiles = false;
  let writesDependencies = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === '-c') compiles = true;
    else if (word === '-o') unit.object = words[++at];
    else if (word === '-MD' || word === '-MMD') writesDependencies = true;
    else if (word === '-MP') unit.hasPhonyTargets = true;
    else if (ofDependencies.has(word)) unit[word === '-MF' ? 'dependencies' : 'target'] = words[++at];
    else if (unpredictable.test(word) || word === '-') return undefined;
    else if (withValue.has(word)) unit.options.push(word, words[++at]);
    else if (word.startsWith('-')) unit.options.push(word);
    else if (/\.(c|cc|cpp)$/.test(word) && unit.source === '') unit.source = word;
    else return undefined;
  }
  if (!compiles || unit.source === '' || unit.object === undefined || unit.object === '') return undefined;
  if (writesDependencies) unit.dependencies ||= unit.object.replace(/\.o$/, '.d');
  else unit.dependencies = '';
  unit.target ||= unit.object;
  return unit;
}
