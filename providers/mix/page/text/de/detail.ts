import type { detail as english } from '../en/detail.ts';

export const detail: Readonly<Record<keyof typeof english, string>> = {};
