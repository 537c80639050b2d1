// Scales, ticks and paths of charts. Pure functions.

/** A point: the position on the x axis (any increasing number, such as a day) and the value. */
export type ChartPoint = { x: number; y: number }

const STEPS = [1, 2, 2.5, 5, 10]

/**
 * Returns about `count` round values for an axis from `low` to `high`, including zero. Steps are round in `unit` (60
 * when minutes are shown as hours).
 */
export function roundTicks(low: number, high: number, count: number, unit = 1): number[] {
  const bottom = Math.min(0, low) / unit
  const top = Math.max(0, high) / unit
  const span = top - bottom || 1
  const rough = span / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  // The smallest step is half a unit, such as half an hour, or 1 without a unit.
  const step = Math.max((STEPS.find((s) => s * power >= rough) ?? 10) * power, unit === 1 ? 1 : 0.5)
  const first = Math.floor(bottom / step + 1e-9)
  const last = Math.ceil(top / step - 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => Math.round((first + i) * step * unit) + 0)
}

/** Returns up to `count` evenly spaced whole positions from `from` to `to`, including both. */
export function listEvenTicks(from: number, to: number, count: number): number[] {
  if (to <= from) return [from]
  const parts = Math.max(1, Math.min(Math.floor(count) - 1, to - from))
  return [...new Set(Array.from({ length: parts + 1 }, (_, i) => Math.round(from + ((to - from) * i) / parts)))]
}

/** Returns a function that maps a value to a position in px. */
export const createScale =
  (from: number, to: number, start: number, end: number) =>
  (value: number): number =>
    to === from ? start : start + ((value - from) / (to - from)) * (end - start)

const at = (n: number) => Math.round(n * 10) / 10

/** Returns the SVG path of a line that keeps its height until the next point. */
export function drawStepPath(
  points: readonly ChartPoint[],
  x: (v: number) => number,
  y: (v: number) => number,
): string {
  return points.map((p, i) => (i === 0 ? `M${at(x(p.x))} ${at(y(p.y))}` : `H${at(x(p.x))}V${at(y(p.y))}`)).join('')
}

/** Returns the SVG path of a straight line from point to point. */
export const drawStraightPath = (
  points: readonly ChartPoint[],
  x: (v: number) => number,
  y: (v: number) => number,
): string => points.map((p, i) => `${i === 0 ? 'M' : 'L'}${at(x(p.x))} ${at(y(p.y))}`).join('')

/** Returns the index of the point that is nearest to a position on the x axis. */
export function findNearestPoint(points: readonly ChartPoint[], x: number): number {
  let best = 0
  for (const [i, p] of points.entries()) if (Math.abs(p.x - x) < Math.abs((points[best] as ChartPoint).x - x)) best = i
  return best
}
