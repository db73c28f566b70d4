export interface Visit {
  readonly page: string;
  count: number;
}

export function next(visit: Visit): number {
  const more: number = visit.page.length;
  visit.count += more;
  return visit.count;
}
