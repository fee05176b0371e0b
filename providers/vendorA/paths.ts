// The addresses of the rows of a TotalMix device.

export const rootPath = '/vendorA/totalmix';
export const inputPath = (n: number): string => `${rootPath}/inputs/${n}`;
export const outputPath = (n: number): string => `${rootPath}/outputs/${n}`;
export const mixPath = (out: number, source: number): string => `${rootPath}/mix/${out}/${source}`;

export type SocketAt = { readonly n: number };
export type MixAt = { readonly out: number; readonly in: number };
