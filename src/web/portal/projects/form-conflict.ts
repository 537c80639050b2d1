import type { Difference } from '../../ui/conflict-view.tsx'

interface ConflictOf<Thing, Form extends object, Key extends keyof Form & string> {
  /** The version that the form started from, and what someone else saved meanwhile. */
  base: Thing | undefined
  theirs: Thing | undefined
  form: Form
  formOf: (thing: Thing) => Form
  /** The labels of the fields. */
  labels: Record<Key, string>
  /** Returns a field's value as text. */
  say: (key: Key, form: Form) => string
  /** Continues the form from their version with these values. */
  goOn: (theirs: Thing, form: Form) => void
}

/** Compares two versions field by field, with the two ways to resolve the conflict. Undefined without a conflict. */
export function describeConflict<Thing, Form extends object, Key extends keyof Form & string>({
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
    // Keep their values for fields that the user did not change.
    onMine: () => {
      const mine = Object.fromEntries(keys.filter((k) => form[k] !== before[k]).map((k) => [k, form[k]]))
      goOn(theirs, { ...now, ...mine })
    },
  }
}
