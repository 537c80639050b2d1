import { ORPCError } from '@orpc/client'

/** Why a form was rejected, as text for the visitor. */
export type Refusal = {
  status: number
  code: string
  message: string
  /** Error messages by field, in the order of the fields. */
  fields: Record<string, string[]>
  /** Seconds to wait before trying again. */
  retryAfter?: number
}

type Issue = { path?: readonly unknown[]; message: string }

/** Converts an API error to a Refusal. Rethrows server errors and anything that is not an API error. */
export function parseRefusal(e: unknown): Refusal {
  if (!(e instanceof ORPCError) || e.status >= 500) throw e
  const { status, code, message, data } = e
  // Contract violations: the messages by field are in the error's cause.
  const issues = (e.cause as { issues?: readonly Issue[] } | undefined)?.issues
  if (!issues) return { status, code, message, fields: data?.fields ?? {}, retryAfter: data?.retryAfter }
  const fields: Refusal['fields'] = {}
  for (const issue of issues) {
    const [step] = issue.path ?? []
    const name = String(typeof step === 'object' && step !== null ? (step as { key: unknown }).key : (step ?? ''))
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return { status, code, message: 'Check the highlighted fields.', fields }
}
