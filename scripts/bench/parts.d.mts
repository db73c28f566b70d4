export const parts: Readonly<Record<string, () => Promise<unknown>>>;
