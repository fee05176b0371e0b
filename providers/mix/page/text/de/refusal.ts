import type { refusal as english } from '../en/refusal.ts';

export const refusal: Readonly<Record<keyof typeof english, string>> = {};
