export const control = {} as const;
