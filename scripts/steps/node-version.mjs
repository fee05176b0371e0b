// The oldest Node that works, as `engines` in package.json says. No syntax here that an old Node can't parse.
const oldest = [20, 19];

/** Ends the process with exit code 1, in words, when this Node is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  process.stderr.write(
    `Rowdesk needs Node ${oldest.join('.')} or newer; this is ${process.versions.node} (${process.execPath}).\n` +
      'Get one from https://nodejs.org or your distribution, then run the same command again.\n',
  );
  process.exit(1);
}
