/** A rectangle on the screen, in CSS pixels. */
export type Box = { left: number; top: number; right: number; bottom: number }

const STEP = 8

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

/**
 * Returns the position at which toasts of this size cover none of the obstacles, or as little of them as possible.
 * `free` is the area that they may use. Tries the corners in the order of `corners`, then every height along the sides.
 */
export function placeToasts(
  size: { width: number; height: number },
  free: Box,
  obstacles: readonly Box[],
  corners: readonly ('bottom-right' | 'top-left' | 'bottom-left' | 'top-right')[],
): { left: number; top: number } {
  const right = Math.max(free.left, free.right - size.width)
  const bottom = Math.max(free.top, free.bottom - size.height)
  const spots = corners.map((corner) => ({
    left: corner.endsWith('right') ? right : free.left,
    top: corner.startsWith('bottom') ? bottom : free.top,
  }))
  const sides = [...new Set(spots.map((spot) => spot.left))]
  for (const left of sides) for (let top = free.top; top <= bottom; top += STEP) spots.push({ left, top })
  let best = spots[0] as { left: number; top: number }
  let least = Number.POSITIVE_INFINITY
  for (const spot of spots) {
    const box = { ...spot, right: spot.left + size.width, bottom: spot.top + size.height }
    const covered = obstacles.reduce((sum, obstacle) => sum + overlap(box, obstacle), 0)
    if (covered < least) {
      best = spot
      least = covered
    }
    if (covered === 0) break
  }
  return best
}
