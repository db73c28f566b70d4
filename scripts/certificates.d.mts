/** Writes `company-` and `stranger-` `ca.pem`, `cert.pem` and `key.pem`. @returns the path of the company's CA. */
export function writeCertificates(folder: string): Promise<string>;
