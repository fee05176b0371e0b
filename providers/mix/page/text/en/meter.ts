export const meter = {} as const;
