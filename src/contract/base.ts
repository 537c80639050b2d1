import { oc } from '@orpc/contract'
import { z } from 'zod'

/** Messages per field of the input, such as `{ "subject": ["Enter a subject."] }`. */
export const Fields = z.record(z.string(), z.array(z.string()))
const data = z.object({ fields: Fields.optional(), retryAfter: z.number().optional() }).optional()

/** Errors that any operation may answer with. A module adds its own with `.errors()` on the operation. */
const errors = {
  BAD_REQUEST: { status: 400, message: 'The request is invalid.', data },
  UNAUTHORIZED: { status: 401, message: 'Sign in first.', data },
  FORBIDDEN: {
    status: 403,
    message: 'You don’t have permission to do this.',
    /** The scope that an API key lacks. */
    data: z.object({ scope: z.string().optional() }).optional(),
  },
  NOT_FOUND: { status: 404, message: 'Not found.', data },
  CONFLICT: { status: 409, message: 'Someone else changed this record. Review their changes and try again.', data },
  UNPROCESSABLE: { status: 422, message: 'Check the highlighted fields.', data },
  NO_REMITTANCE: {
    status: 422,
    message:
      'Invoices can’t be issued yet because there are no remittance details. An administrator must add them under Settings → Remittance.',
    data,
  },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Try again later.', data },
  UNAVAILABLE: { status: 503, message: 'The service is temporarily unavailable. Try again shortly.', data },
}

/** The body of every error response. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: Fields.optional(),
    scope: z.string().optional(),
    requestId: z.string(),
  }),
})

export const ROLES = ['member', 'owner', 'engineer', 'admin'] as const
export type Role = (typeof ROLES)[number]
export const everyone: Role[] = [...ROLES]
export const partners: Role[] = ['member', 'owner']
export const staff: Role[] = ['engineer', 'admin']
export const owner: Role[] = ['owner']
export const admin: Role[] = ['admin']

/** Scopes that a company's API key can have. */
export const SCOPES = [
  'tickets:read',
  'tickets:write',
  'automations:read',
  'runs:write',
  'contacts:read',
  'contacts:write',
  'company:read',
] as const
export type Scope = (typeof SCOPES)[number]

/** The access rules of an operation. The server enforces them, and the OpenAPI document shows them. */
export type Access = {
  /** Roles that may call it. Empty: anyone, signed in or not. */
  roles: readonly Role[]
  /** May also be called with a company's API key of this scope (header x-api-key). */
  scope?: Scope
  /** May also be called by a user who must set up two-factor authentication before anything else. */
  beforeFactor?: boolean
  /** Accepts an Idempotency-Key: the action must go through `createOnce`. */
  creates?: boolean
  /** A bare list as the body is taken as this field of the input. */
  list?: string
  /** Answers with a credential, such as a token or the address of a payment page. The answer is never compressed. */
  secret?: boolean
}

/** The header's parameter in the OpenAPI document. */
export const IDEMPOTENCY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  description: 'A repeated request with the same key and body returns the first result. A different body returns 409.',
  schema: { type: 'string' as const, maxLength: 200 },
}

/** The error of operations that change who may sign in: the user must have confirmed their identity recently. */
export const confirmErrors = {
  CONFIRM_IDENTITY: { status: 403, message: 'Confirm it’s you, then try again.' },
}

/** The access of a public operation. Its type tells the server that there is no actor. */
export type PublicAccess = Access & { roles: readonly [] }

const base = oc.$meta<Access>({ roles: [] }).errors(errors)
const publicBase = oc.$meta<PublicAccess>({ roles: [] }).errors(errors)

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type Description = { summary: string; tag: string; status?: number }

/**
 * Declares an operation under `/api/v1`: its path, who may call it, and its entry in the OpenAPI document. Returns
 * oRPC's builder, for input, output and the operation's own errors. An empty literal for `roles` makes the operation
 * public, which its type reflects.
 */
export function op(
  method: Method,
  path: `/${string}`,
  access: PublicAccess & Description,
): ReturnType<(typeof publicBase)['route']>
export function op(method: Method, path: `/${string}`, access: Access & Description): ReturnType<(typeof base)['route']>
export function op(method: Method, path: `/${string}`, access: Access & Description) {
  const { summary, tag, status, ...meta } = access
  return base.meta(meta).route({
    method,
    path,
    summary,
    tags: [tag],
    successStatus: status ?? 200,
    spec: (o) => ({
      ...o,
      'x-roles': meta.roles,
      ...(meta.roles.length === 0 ? { security: [] } : {}),
      ...(meta.scope ? { 'x-scope': meta.scope, security: [{ bearer: [], publishable: [] }, { key: [] }] } : {}),
      ...(meta.creates
        ? {
            parameters: [...(o.parameters ?? []), IDEMPOTENCY_PARAMETER],
          }
        : {}),
    }),
  })
}

export const Id = z.uuid('This is not a valid ID.')
/** The version of a record that a change is based on. */
export const version = z.coerce.number().int()
/** A record, and its version that a change is based on. */
export const versioned = { id: Id, version }
/** Returns a schema of the data of a CONFLICT error: the current record. */
export const current = (What: z.ZodType) => z.object({ current: What.optional() }).optional()
/** A company as others see it: the name and nothing else. */
export const NamedCompany = z.object({ id: Id, name: z.string() })
/** An instant in UTC as ISO 8601 text, with a precision of up to microseconds. */
export const Instant = z.iso.datetime()

/** Returns a schema of a day as YYYY-MM-DD, from 2000 to 2099. `words` is the message when it is not a date. */
export const dayOf = (words: string) =>
  z.iso.date(words).refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Choose a date from 2000 to 2099.')
/** A day, as people choose it in a form. */
export const Day = dayOf('Choose a date.')
/**
 * A day as YYYY-MM-DD, without the year 0000, which Postgres does not have. For filters, and where the server checks
 * the range.
 */
export const AnyDay = z.iso
  .date('Enter a date as YYYY-MM-DD.')
  .refine((day) => !day.startsWith('0000'), 'Enter a date as YYYY-MM-DD.')

/** Paging of every list: `?limit=` (1 to 100, default 25) and the opaque `?cursor=` from the previous page. */
export const page = {
  limit: z.coerce
    .number('The limit must be a number.')
    .int('The limit must be a whole number.')
    .min(1, 'The limit must be at least 1.')
    .max(100, 'The limit must be at most 100.')
    .default(25),
  /** The longest cursor is that of a list by name: see `cursor.ts` on the server. */
  cursor: z.string().max(12_000).optional(),
}
/** Returns the schema of one page of a list. `nextCursor` is null on the last page. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** Returns the schema of a filter that can be given once or several times in a query string. */
export const manyOf = <T extends z.ZodType>(item: T) =>
  z
    .union([z.array(item).max(100, 'Enter at most 100 values.'), item.transform((one) => [one])])
    .optional()
    .transform((v) => v as z.output<T>[] | undefined)
