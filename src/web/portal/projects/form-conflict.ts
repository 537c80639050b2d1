import type { Difference } from '../../ui/conflict-view.tsx'

interface ConflictOf<Thing, Form extends object, Key extends keyof Form & string> {
  /** What the form began with, and what somebody else made of it meanwhile. */
  base: Thing | undefined
  theirs: Thing | undefined
  form: Form
  formOf: (thing: Thing) => Form
  /** What the fields are called. */
  labels: Record<Key, string>
  /** The value of a field in words. */
  say: (key: Key, form: Form) => string
  /** Goes on from theirs with these values. */
  goOn: (theirs: Thing, form: Form) => void
}

/** How two changes of one thing differ, field by field, and the two ways to go on. Undefined without a conflict. */
export function conflictOf<Thing, Form extends object, Key extends keyof Form & string>({
  base,
  theirs,
  form,
  formOf,
  labels,
  say,
  goOn,
}: ConflictOf<Thing, Form, Key>) {
  if (!base || !theirs) return undefined
  const keys = Object.keys(labels) as Key[]
  const [before, now] = [formOf(base), formOf(theirs)]
  return {
    rows: keys.flatMap((key): Difference[] => {
      const [was, their, mine] = [say(key, before), say(key, now), say(key, form)]
      if (was === their && was === mine) return []
      return [
        {
          name: labels[key],
          before: was,
          theirs: their,
          mine: mine === was ? undefined : mine,
          both: their !== was && mine !== was && their !== mine,
        },
      ]
    }),
    onTheirs: () => goOn(theirs, now),
    // What I did not touch stays as they saved it.
    onMine: () => {
      const mine = Object.fromEntries(keys.filter((k) => form[k] !== before[k]).map((k) => [k, form[k]]))
      goOn(theirs, { ...now, ...mine })
    },
  }
}
