/** How often each site was visited. */
export type Visits = Readonly<Record<string, number>>;

/** The visits after one more to this site. */
export function withVisit(visits: Visits, site: string): Visits {
  return { ...visits, [site]: (visits[site] ?? 0) + 1 };
}

/** Version 1 counted all sites together. */
export function fromVersion1(count: number): Visits {
  return { 'all sites': count };
}
