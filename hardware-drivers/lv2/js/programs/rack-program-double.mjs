// A rack without plugins, for tests of rack-process.ts: says its arguments, then does what its lines say.
process.stdout.write(`args ${process.argv.slice(2).join(' ')}\n`);
process.stdin.setEncoding('utf8');
let rest = '';
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) take(line);
});
process.stdin.on('end', () => process.stdout.write('stdin closed'));

function take(line) {
  if (line === 'stop') process.exit(7);
  else if (line === 'torn') process.stdout.write('half a l');
  else if (line === 'rest') process.stdout.write('ine\n');
  else if (line === 'flood') process.stdout.write(`${'x'.repeat(3_000_000)}\nafter\n`);
  else if (line === 'stderr') process.stderr.write('a word of the plugin\n');
  else if (line === 'deaf') process.stdin.pause();
  else process.stdout.write(`${line}\n`);
}
