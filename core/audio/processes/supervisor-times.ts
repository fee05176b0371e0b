// How long a supervisor waits for its process, and between two attempts.

/** Between attempts to connect to a process that was started. */
export const soonMs = 20;
/** Between attempts that fail. */
export const nowAndThenMs = 1000;
/** A process without an answer for this long is reported, and waited for. */
export const timeoutMs = 10_000;
/** The holder of the lock ends, or answers, within this time. */
export const lockedMs = 250;
/** An ending process that answers nothing for this long is killed. */
export const endTimeoutMs = 3000;
/** A service manager restarts a foreground process; after this time the supervisor does. */
export const serviceManagerMs = 5000;
