/**
 * Returns a share in parts of a scale, such as 667 of 1,000 for two of three. Rounded to the nearest, but less than all
 * is never the full scale: 100% means that nothing is missing. `whole` is above 0.
 */
export function roundShare(part: number, whole: number, scale: number): number {
  const parts = Math.round((part * scale) / whole)
  return part < whole ? Math.min(parts, scale - 1) : parts
}
