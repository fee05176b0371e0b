/** Whether the long tests do all they can, as `npm run test:all` and CI do, or a sample of it, as a run of single files does. */
export const isFull: boolean = process.env.CI === 'true' || process.env.FULL === 'true';
