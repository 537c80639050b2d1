import { type ActionFunctionArgs, data, type HeadersArgs, type LoaderFunctionArgs, redirect } from 'react-router'
import { brand } from '../../../brand.config.ts'
import { type Caller, caller } from '../context.ts'
import type { Refused, Typed } from './form.tsx'
import { type Refusal, refusalOf } from './refusal.ts'

/** What a public form sends to the rooms. */
type Lead = Parameters<Caller['leads']['addLead']>[0]

async function typedIn(request: Request): Promise<Typed> {
  const typed: Typed = {}
  for (const [name, value] of await request.formData()) {
    // Browsers send CRLF; NUL is no text, and the database refuses it.
    if (typeof value === 'string') typed[name] = value.replaceAll('\r\n', '\n').replaceAll('\0', '')
  }
  return typed
}

/** Whatever else went wrong is ours: it is logged, and nobody has to type a text twice because of it. */
function failure(e: unknown): Refusal {
  console.error(e)
  return {
    status: 500,
    code: 'INTERNAL',
    message: `This was not stored, and the fault is on our side. Your text is still here: send it again in a minute, or write to ${brand.supportEmail}.`,
    fields: {},
  }
}

/** Sends a form to the rooms, then leads to `next`; refused, it gives the form back with the reasons. */
export async function sendLead(
  { request, context }: ActionFunctionArgs,
  lead: (typed: Typed) => Lead,
  next: (typed: Typed) => string,
) {
  const typed = await typedIn(request)
  let refusal: Refusal
  try {
    await context.get(caller).leads.addLead(lead(typed))
    return redirect(next(typed), 303)
  } catch (e) {
    try {
      refusal = refusalOf(e)
    } catch (other) {
      refusal = failure(other)
    }
  }
  const headers = refusal.retryAfter ? { 'retry-after': String(refusal.retryAfter) } : undefined
  return data<Refused>({ typed, refusal }, { status: refusal.status, headers })
}

/** Says, signed, when the form was shown. */
export async function formToken({ context }: Pick<LoaderFunctionArgs, 'context'>): Promise<string> {
  const { token } = await context.get(caller).leads.formToken()
  return token
}

/** A page with a form belongs to its reader alone. */
export function formHeaders({ actionHeaders }: HeadersArgs) {
  const headers = new Headers(actionHeaders)
  headers.set('cache-control', 'no-store')
  return headers
}
