import { type ActionFunctionArgs, data, type HeadersArgs, type LoaderFunctionArgs, redirect } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { type Caller, caller } from '../../context.ts'
import type { Refused, Typed } from './form.tsx'
import { readForm } from './read-form.server.ts'
import { parseRefusal, type Refusal } from './refusal.ts'

/** The input of the public forms. */
type Lead = Parameters<Caller['leads']['addLead']>[0]

async function typedIn(args: ActionFunctionArgs): Promise<Typed> {
  const typed: Typed = {}
  for (const [name, value] of await readForm(args)) {
    // Browsers send CRLF. The database rejects NUL characters.
    if (typeof value === 'string') typed[name] = value.replaceAll('\r\n', '\n').replaceAll('\0', '')
  }
  return typed
}

/** Logs an unexpected error and returns a Refusal, so that the visitor keeps the typed text. */
function failure(e: unknown): Refusal {
  console.error(e)
  return {
    status: 500,
    code: 'INTERNAL',
    message: `The form was not sent because of a problem on our side. Your entries are still here. Try again in a minute, or email ${brand.supportEmail}.`,
    fields: {},
  }
}

/** Submits a form and redirects to `next`. If it is rejected, returns the typed values with the errors. */
export async function sendLead(args: ActionFunctionArgs, lead: (typed: Typed) => Lead, next: (typed: Typed) => string) {
  const typed = await typedIn(args)
  let refusal: Refusal
  try {
    await args.context.get(caller).leads.addLead(lead(typed))
    return redirect(next(typed), 303)
  } catch (e) {
    try {
      refusal = parseRefusal(e)
    } catch (other) {
      refusal = failure(other)
    }
  }
  const headers = refusal.retryAfter ? { 'retry-after': String(refusal.retryAfter) } : undefined
  return data<Refused>({ typed, refusal }, { status: refusal.status, headers })
}

/** Returns a signed token with the time at which the form was shown. */
export async function createFormToken({ context }: Pick<LoaderFunctionArgs, 'context'>): Promise<string> {
  const { token } = await context.get(caller).leads.formToken()
  return token
}

/** Returns headers that forbid caching, because a page with a form contains a token, or what the visitor typed. */
export function formHeaders({ actionHeaders }: HeadersArgs) {
  const headers = new Headers(actionHeaders)
  headers.set('cache-control', 'no-store')
  return headers
}
