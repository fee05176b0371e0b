import type { show as english } from '../en/show.ts';

export const show: Readonly<Record<keyof typeof english, string>> = {};
