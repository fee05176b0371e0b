/** The codes with which the state of the desk may refuse a body that fits its row; `forbidden.night.test.ts` reproduces each. */
export const forbiddenCodes = [
  'already-running',
  'conflict',
  'console-locked',
  'device-absent',
  'not-running',
  'override-needed',
  'overtaken',
  'store-unavailable',
] as const;
