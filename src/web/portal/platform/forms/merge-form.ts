import type { Difference } from '../../../ui/conflict-view.tsx'

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether two values of a field are the same. */
export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Returns their version of a form with the fields that I changed applied on top. Nested objects are merged field by
 * field; a list is one field.
 */
export function mergeForm<F extends object>(base: F, theirs: F, mine: F): F {
  return Object.fromEntries(
    (Object.keys(theirs) as (keyof F)[]).map((key) => {
      const [was, their, my] = [base[key], theirs[key], mine[key]]
      if (isPlain(was) && isPlain(their) && isPlain(my)) return [key, mergeForm(was, their, my)]
      return [key, isSameValue(my, was) ? their : my]
    }),
  ) as F
}

/** Lists the fields that both changed, to different values. */
export const listClashes = <F extends object>(base: F, theirs: F, mine: F): (keyof F)[] =>
  (Object.keys(theirs) as (keyof F)[]).filter(
    (key) =>
      !isSameValue(base[key], theirs[key]) &&
      !isSameValue(base[key], mine[key]) &&
      !isSameValue(theirs[key], mine[key]),
  )

/** Returns the row of a conflict for one field, or no row when neither side changed it. Empty values read "Empty". */
export function compareField<V>(
  name: string,
  [was, their, my]: readonly [was: V, their: V, my: V],
  say: (value: V) => string = String,
): Difference[] {
  if (was === their && was === my) return []
  const text = (value: V) => say(value) || 'Empty'
  return [
    {
      name,
      before: text(was),
      theirs: text(their),
      mine: was === my ? undefined : text(my),
      both: was !== their && was !== my && their !== my,
    },
  ]
}
