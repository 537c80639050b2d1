// The arithmetic of charts. Pure.

/** A point: where on the axis (any number that grows, such as a day), and how much. */
export type ChartPoint = { x: number; y: number }

const STEPS = [1, 2, 2.5, 5, 10]

/**
 * Round values for an axis from `low` to `high`, zero among them: about `count`, in steps that are round in `unit` (60
 * where minutes are read as hours).
 */
export function roundTicks(low: number, high: number, count: number, unit = 1): number[] {
  const bottom = Math.min(0, low) / unit
  const top = Math.max(0, high) / unit
  const span = top - bottom || 1
  const rough = span / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  // Half an hour can be read; a quarter of a minute cannot.
  const step = Math.max((STEPS.find((s) => s * power >= rough) ?? 10) * power, unit === 1 ? 1 : 0.5)
  const first = Math.floor(bottom / step + 1e-9)
  const last = Math.ceil(top / step - 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => Math.round((first + i) * step * unit) + 0)
}

/** So many places between two, evenly, both ends among them. */
export function evenTicks(from: number, to: number, count: number): number[] {
  if (to <= from) return [from]
  const parts = Math.max(1, Math.min(Math.floor(count) - 1, to - from))
  return [...new Set(Array.from({ length: parts + 1 }, (_, i) => Math.round(from + ((to - from) * i) / parts)))]
}

/** From a value to a place in px. */
export const scale =
  (from: number, to: number, start: number, end: number) =>
  (value: number): number =>
    to === from ? start : start + ((value - from) / (to - from)) * (end - start)

const at = (n: number) => Math.round(n * 10) / 10

/** A line that keeps its height until the next point: nothing happens between two. */
export function stepPath(points: readonly ChartPoint[], x: (v: number) => number, y: (v: number) => number): string {
  return points.map((p, i) => (i === 0 ? `M${at(x(p.x))} ${at(y(p.y))}` : `H${at(x(p.x))}V${at(y(p.y))}`)).join('')
}

/** A line straight from point to point. */
export const straightPath = (
  points: readonly ChartPoint[],
  x: (v: number) => number,
  y: (v: number) => number,
): string => points.map((p, i) => `${i === 0 ? 'M' : 'L'}${at(x(p.x))} ${at(y(p.y))}`).join('')

/** Which of the points, in the order of the axis, is next to a place on it. */
export function nearest(points: readonly ChartPoint[], x: number): number {
  let best = 0
  for (const [i, p] of points.entries()) if (Math.abs(p.x - x) < Math.abs((points[best] as ChartPoint).x - x)) best = i
  return best
}
