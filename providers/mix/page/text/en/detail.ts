export const detail = {} as const;
