export const refusal = {} as const;
