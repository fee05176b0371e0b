// Talk goes to stderr: stdout belongs to the command that follows the build.

export function say(text) {
  process.stderr.write(`${text}\n`);
}
