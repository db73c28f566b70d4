import type { Pixel } from '../../core/screen/geometry';
import { markup, type Html } from './html';
import type { ReportPath, StepResult } from './report';

/** A place that steps clicked at. */
interface MarkedPoint extends Pixel {
  readonly steps: readonly number[];
  readonly state: StepResult['state'] | 'recorded';
}

export function pointsOf({ steps, results }: ReportPath): readonly MarkedPoint[] {
  const points: MarkedPoint[] = [];
  steps.forEach((step, index) => {
    const result = results[index];
    const known = result?.point ?? (step.kind === 'click' || step.kind === 'named' ? step.click : undefined);
    if (known?.x === undefined || known.y === undefined || result?.state === 'skipped') return;
    const { x, y } = known;
    const last = points.at(-1);
    const state = result?.state ?? 'recorded';
    if (last && last.x === x && last.y === y && last.state === state)
      points.splice(-1, 1, { ...last, steps: [...last.steps, index + 1] });
    else points.push({ x, y, steps: [index + 1], state });
  });
  return points;
}

const COLORS = {
  passed: '#0b57d0',
  recorded: '#0b57d0',
  byPoint: '#7a4b00',
  failed: '#b3261e',
  canceled: '#7a4b00',
  skipped: '#57606a',
};

/** The way of the steps over the picture. Its colors are for a picture, whatever the page has. */
export function marksOf(points: readonly MarkedPoint[], width: number, height: number): Html {
  const radius = Math.max(9, Math.round(Math.max(width, height) / 70));
  const way = points.map(({ x, y }) => `${x},${y}`).join(' ');
  const line =
    points.length > 1
      ? markup`<polyline points="${way}" fill="none" stroke="#fff" stroke-width="${radius / 3}" opacity="0.8" /><polyline points="${way}" fill="none" stroke="#0b57d0" stroke-width="${radius / 6}" stroke-dasharray="${radius / 2}" />`
      : undefined;
  const marks = points.map(({ x, y, steps, state }) => {
    const label = steps.length > 1 ? `${steps[0]}–${steps.at(-1)}` : `${steps[0]}`;
    const half = Math.max(radius, label.length * radius * 0.36);
    return markup`<g><circle cx="${x}" cy="${y}" r="${radius / 4}" fill="${COLORS[state]}" stroke="#fff" /><rect x="${x - half}" y="${y - radius * 2.6}" width="${2 * half}" height="${2 * radius}" rx="${radius}" fill="${COLORS[state]}" stroke="#fff" stroke-width="${radius / 6}" /><text x="${x}" y="${y - radius * 1.15}" text-anchor="middle" fill="#fff" font-family="system-ui, sans-serif" font-weight="700" font-size="${radius * 1.25}">${label}</text></g>`;
  });
  return markup`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${line}${marks}</svg>`;
}
