export const show = {} as const;
