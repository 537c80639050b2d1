import { useState } from 'react'
import { type Failure, failureOf } from './api.ts'

/** What the server said of fields, by their path; a path's own words come before those of what is in it. */
export type FieldErrors = Record<string, string>

const told = (failure: Failure | undefined): FieldErrors =>
  Object.fromEntries(Object.entries(failure?.data?.fields ?? {}).map(([path, [words = '']]) => [path, words]))

/** The words for everything below a path. */
export const below = (errors: FieldErrors, path: string): string | undefined =>
  errors[path] ?? Object.entries(errors).find(([at]) => at.startsWith(`${path}.`))?.[1]

/** Sends a form: what is wrong beside its field, everything else in one line, and what somebody else saved meanwhile. */
export function useSending<Thing>() {
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string>()
  const [theirs, setTheirs] = useState<Thing>()
  const [under, setUnder] = useState<Thing>()
  async function send(work: () => Promise<unknown>): Promise<boolean> {
    setPending(true)
    setErrors({})
    setProblem(undefined)
    try {
      await work()
      setTheirs(undefined)
      return true
    } catch (e) {
      const failure = failureOf(e)
      const fields = told(failure)
      setErrors(fields)
      if (failure?.code === 'CONFLICT' && failure.data?.current) setTheirs(failure.data.current as Thing)
      else if (Object.keys(fields).length === 0) setProblem(failure?.message ?? 'That did not work. Try again.')
      return false
    } finally {
      setPending(false)
    }
  }
  const forget = () => setTheirs(undefined)
  /** Goes on with what was typed, on top of theirs: `under` is that from then on. */
  function keepMine() {
    setUnder(theirs)
    forget()
  }
  return { pending, errors, problem, theirs, under, send, setErrors, forget, keepMine }
}
