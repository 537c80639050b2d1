import { soak } from '../harness/lane.ts'

/** Returns whether axe checks the nth screen of a list at this size: both sizes in soak, otherwise alternating. */
export const isLookedAt = (n: number, isMobile: boolean): boolean => soak || (n % 2 === 0) === isMobile

/** The tag of a test that runs at both sizes only in soak, because its steps do not depend on the layout. */
export const ONE_SIZE: string[] = soak ? [] : ['@phone']
