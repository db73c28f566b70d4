export function copySample(into: string): string;
