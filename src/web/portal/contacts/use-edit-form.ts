import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form'
import { type Failure, failureOf } from '../platform/api.ts'
import { changed, merge } from './edit-merge.ts'

/**
 * A form over something that others may change meanwhile. Where they did, what only they changed is taken over, what
 * only the reader changed stays, and what both changed is asked about.
 */
export function useEditForm<Values extends FieldValues>(start: Values, startVersion = 0) {
  // What the form began with: what comes in live must not change under the hands.
  const [base, setBase] = useState(start)
  const [version, setVersion] = useState(startVersion)
  const [theirs, setTheirs] = useState<Partial<Values>>({})
  const [problem, setProblem] = useState<string>()
  const form = useForm<Values>({ defaultValues: start as DefaultValues<Values> })
  const set = (name: keyof Values, value: unknown) =>
    form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>)

  return {
    form,
    /** The version that the form goes on from. */
    version,
    /** What stands now differs from what the form began with. */
    changes: () => changed(base, form.getValues()),
    /** Fields that both changed, with what the others wrote. */
    theirs,
    takeTheirs(name: keyof Values) {
      set(name, theirs[name])
      const { [name]: _, ...rest } = theirs
      setTheirs(rest as Partial<Values>)
    },
    problem,
    setProblem,
    /** Goes on from what is there by now. */
    rebase(now: Values, version: number) {
      const { take, ask } = merge(base, form.getValues(), now)
      for (const [name, value] of Object.entries(take)) set(name, value)
      setBase(now)
      setVersion(version)
      setTheirs(ask)
    },
    /** Puts a failure beside its fields, else at the head. `names` says which field of the form an input stands in. */
    fail(e: unknown, names: Partial<Record<string, Path<Values>>> = {}): Failure | undefined {
      const failure = failureOf(e)
      const known = new Set(Object.keys(form.getValues()))
      const fields = Object.entries(failure?.data?.fields ?? {})
        .map(([name, [message]]) => [names[name] ?? name, message] as const)
        .filter(([name]) => known.has(name))
      for (const [name, message] of fields.toReversed())
        form.setError(name as Path<Values>, { message }, { shouldFocus: true })
      setProblem(fields.length > 0 ? undefined : (failure?.message ?? 'Something went wrong. Try again.'))
      return failure
    },
  }
}
