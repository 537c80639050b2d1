import { useState } from 'react'
import { type Failure, parseFailure } from './api.ts'
import { applySaved } from './queries.ts'

/** The server's field errors by form path. An error on the field itself wins over errors on nested fields. */
export type FieldErrors = Record<string, string>

const collectFieldErrors = (failure: Failure | undefined): FieldErrors =>
  Object.fromEntries(Object.entries(failure?.data?.fields ?? {}).map(([path, [words = '']]) => [path, words]))

/** Returns the error on a path or below it. */
export const findErrorsBelow = (errors: FieldErrors, path: string): string | undefined =>
  errors[path] ?? Object.entries(errors).find(([at]) => at.startsWith(`${path}.`))?.[1]

/**
 * Sends a form. Returns field errors, any other error as one text, and the version that someone else has saved. If
 * `work` returns the saved record, the cache shows it immediately.
 */
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
      applySaved(await work())
      setTheirs(undefined)
      return true
    } catch (e) {
      const failure = parseFailure(e)
      const fields = collectFieldErrors(failure)
      setErrors(fields)
      if (failure?.code === 'CONFLICT' && failure.data?.current) setTheirs(failure.data.current as Thing)
      else if (Object.keys(fields).length === 0) setProblem(failure?.message ?? 'We couldn’t save this. Try again.')
      return false
    } finally {
      setPending(false)
    }
  }
  const forget = () => setTheirs(undefined)
  /** Continues with what the user typed, based on their version, which `under` returns from then on. */
  function keepMine() {
    setUnder(theirs)
    forget()
  }
  return { pending, errors, problem, theirs, under, send, setErrors, forget, keepMine }
}
