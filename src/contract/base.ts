import { oc } from '@orpc/contract'
import { z } from 'zod'

/** Messages per field of the input: `{ "subject": ["Say what it is about."] }`. */
export const Fields = z.record(z.string(), z.array(z.string()))
const data = z.object({ fields: Fields.optional(), retryAfter: z.number().optional() }).optional()

/** Refusals that any operation may answer with. A room adds its own with `.errors()` on the operation. */
const errors = {
  BAD_REQUEST: { status: 400, message: 'The request is malformed.', data },
  UNAUTHORIZED: { status: 401, message: 'Sign in first.', data },
  FORBIDDEN: { status: 403, message: 'Your role may not do this.', data },
  NOT_FOUND: { status: 404, message: 'Not found.', data },
  CONFLICT: { status: 409, message: 'This was changed meanwhile.', data },
  UNPROCESSABLE: { status: 422, message: 'This cannot be done.', data },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Try again later.', data },
  UNAVAILABLE: { status: 503, message: 'The service is not available right now. Try again shortly.', data },
}

/** The one error body of the product. */
export const ErrorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), fields: Fields.optional(), requestId: z.string() }),
})

export const ROLES = ['member', 'owner', 'engineer', 'admin'] as const
export type Role = (typeof ROLES)[number]
export const everyone: Role[] = [...ROLES]
export const partners: Role[] = ['member', 'owner']
export const staff: Role[] = ['engineer', 'admin']

/** What a company's API key may be made for. */
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

/** What the guard enforces and the document says of an operation, from one line. */
export type Access = {
  /** Who may call it; empty: anybody, signed in or not. */
  roles: readonly Role[]
  /** May also be called with a company's API key of this scope (header x-api-key). */
  scope?: Scope
  /** Accepts an Idempotency-Key: the verb must go through `createOnce`. */
  creates?: boolean
  /** A bare list as the body is taken as this field of the input. */
  list?: string
}

/** How the document describes the header. */
export const IDEMPOTENCY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  description: 'The same key and body answer the first result again; another body answers 409.',
  schema: { type: 'string' as const, maxLength: 200 },
}

/** Declared by operations that change who may get in: the person must have proved lately who they are. */
export const confirmErrors = {
  CONFIRM_IDENTITY: { status: 403, message: 'Confirm that it is you first.' },
}

const base = oc.$meta<Access>({ roles: [] }).errors(errors)

/** Declares one operation under `/api/v1`: its address, who may call it, its place in the document. */
export const op = (
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: `/${string}`,
  access: Access & { summary: string; tag: string; status?: number },
) => {
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

export const Id = z.uuid('This is not an id.')
/** An instant in UTC, as ISO 8601 text with microseconds. */
export const Instant = z.iso.datetime()

/** Paging of every list: `?limit=` (1 to 100, default 25) and the opaque `?cursor=` of the page before. */
export const page = {
  limit: z.coerce
    .number('The limit is a number.')
    .int('The limit is a whole number.')
    .min(1, 'The limit is at least 1.')
    .max(100, 'The limit is at most 100.')
    .default(25),
  cursor: z.string().max(500).optional(),
}
/** One page of a list; `nextCursor` is null on the last one. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** A filter that may be given once or several times in a query string. */
export const manyOf = <T extends z.ZodType>(item: T) =>
  z
    .union([z.array(item).max(100, 'At most 100 at once.'), item.transform((one) => [one])])
    .optional()
    .transform((v) => v as z.output<T>[] | undefined)
