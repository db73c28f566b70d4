export function addToCatalog(service: { url: string; token: string }, name: string, folder: string): Promise<void>;
