/** What a test waits for comes later on a busy machine: after so long it will not come. */
export const patienceMs = 60_000;
