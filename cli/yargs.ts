// The only file that imports yargs, so that the build can put its 40 files into one: loading them takes longer than a
// command does.
export { default } from 'yargs';
