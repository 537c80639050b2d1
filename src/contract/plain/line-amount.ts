// Calculates the amount of an invoice line. Pure functions without a schema, so that screens can use them directly.

/** Returns whether a quantity has at most three decimals. */
export const isQuantity = (quantity: number): boolean => Number(quantity.toFixed(3)) === quantity

/**
 * Returns the amount of a line in cents. Rounds once, with half a cent away from zero. The quantity has at most three
 * decimals.
 */
export function lineCents(quantity: number, unitCents: number): number {
  // Calculate in thousandths, because a product of decimals is not exact: 1.005 × 100 is 100.49999….
  const thousandths = Math.round(quantity * 1_000) * unitCents
  return Math.sign(thousandths) * Math.floor((Math.abs(thousandths) + 500) / 1_000)
}
