export const demo: string;
export function copySample(into: string, from?: string): string;
