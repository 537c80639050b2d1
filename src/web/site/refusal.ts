import { ORPCError } from '@orpc/client'

/** Why a form was not taken, in words for the person who sent it. */
export type Refusal = {
  status: number
  code: string
  message: string
  /** Words per field, in the order of the fields. */
  fields: Record<string, string[]>
  /** Seconds until it makes sense to try again. */
  retryAfter?: number
}

type Issue = { path?: readonly unknown[]; message: string }

/** What a call to the rooms refused. Anything that is no refusal is thrown on. */
export function refusalOf(e: unknown): Refusal {
  if (!(e instanceof ORPCError) || e.status >= 500) throw e
  const { status, code, message, data } = e
  // Input that breaks the contract: the reasons hang on the cause, field by field.
  const issues = (e.cause as { issues?: readonly Issue[] } | undefined)?.issues
  if (!issues) return { status, code, message, fields: data?.fields ?? {}, retryAfter: data?.retryAfter }
  const fields: Refusal['fields'] = {}
  for (const issue of issues) {
    const [step] = issue.path ?? []
    const name = String(typeof step === 'object' && step !== null ? (step as { key: unknown }).key : (step ?? ''))
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return { status, code, message: 'Some fields are not right.', fields }
}
