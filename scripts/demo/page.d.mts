export function servePage(port?: number): Promise<{ url: string; stop(): void }>;
