export const monitor = {} as const;
