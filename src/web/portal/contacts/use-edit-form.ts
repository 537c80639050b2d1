import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form'
import { type Failure, parseFailure } from '../platform/data/api.ts'
import { listChanged, mergeEdits } from './edit-merge.ts'

/**
 * Returns the form of a record that others may change at the same time, with its base version, its changes, and the
 * conflicting values of others. What only they changed is taken over, what only the user changed stays, and the user
 * decides about what both changed.
 */
export function useEditForm<Values extends FieldValues>(start: Values, startVersion = 0) {
  // The initial values. Live updates must not change the form while the user types.
  const [base, setBase] = useState(start)
  const [version, setVersion] = useState(startVersion)
  const [theirs, setTheirs] = useState<Partial<Values>>({})
  const [problem, setProblem] = useState<string>()
  const form = useForm<Values>({ defaultValues: start as DefaultValues<Values> })
  const set = (name: keyof Values, value: unknown) =>
    form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>)

  return {
    form,
    /** The version that the form is based on. */
    version,
    /** Returns the values that differ from those that the form is based on. */
    changes: () => listChanged(base, form.getValues()),
    /** The fields that the user and someone else changed to different values, with the values of the other person. */
    theirs,
    takeTheirs(name: keyof Values) {
      set(name, theirs[name])
      const { [name]: _, ...rest } = theirs
      setTheirs(rest as Partial<Values>)
    },
    problem,
    setProblem,
    /** Bases the form on the current version. */
    rebase(now: Values, version: number) {
      const { take, ask } = mergeEdits(base, form.getValues(), now)
      for (const [name, value] of Object.entries(take)) set(name, value)
      setBase(now)
      setVersion(version)
      setTheirs(ask)
    },
    /** Shows errors beside their fields, or else at the top of the form. `names` maps input names to form fields. */
    fail(e: unknown, names: Partial<Record<string, Path<Values>>> = {}): Failure | undefined {
      const failure = parseFailure(e)
      const known = new Set(Object.keys(form.getValues()))
      const fields = Object.entries(failure?.data?.fields ?? {})
        .map(([name, [message]]) => [names[name] ?? name, message] as const)
        .filter(([name]) => known.has(name))
      for (const [name, message] of fields.toReversed())
        form.setError(name as Path<Values>, { message }, { shouldFocus: true })
      setProblem(
        fields.length > 0
          ? undefined
          : (failure?.message ?? 'We couldn’t save this. Check your connection and try again.'),
      )
      return failure
    },
  }
}
