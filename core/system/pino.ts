// The only file that imports pino, so that the build can bundle it: with what it brings it would be 13 more packages that
// are installed with rowdesk.
export { pino } from 'pino';
