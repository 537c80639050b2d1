// API keys of a company.

import { z } from 'zod'
import { admin, confirmErrors, Id, Instant, op, owner, page, pageOf, SCOPES } from '../base.ts'
import { oneLine, Person } from './fields.ts'

/** A key with which a company's programs call the API. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** Its first characters, by which users tell keys apart. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  createdBy: Person,
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  state: z.enum(['live', 'expired', 'revoked']),
})
/** Maximum number of active keys of a company. */
export const MAX_KEYS = 20
const KEY_DAYS = [30, 90, 365] as const
export const CreateApiKey = z.object({
  name: z
    .string('Enter a name.')
    .trim()
    .min(1, 'Enter a name.')
    .max(100, 'At most 100 characters.')
    .regex(oneLine, 'Use a single line.'),
  scopes: z
    .array(z.enum(SCOPES, 'Choose a valid scope.'))
    .min(1, 'Choose at least one scope.')
    .transform((all) => [...new Set(all)]),
  /** Days until it expires, or null for a key that does not expire. */
  expiresInDays: z
    .union(
      KEY_DAYS.map((days) => z.literal(days)),
      'Choose 30, 90 or 365 days, or never.',
    )
    .nullable(),
})

export const keyOperations = {
  keys: op('GET', '/api-keys', {
    roles: owner,
    tag: 'companies',
    summary: 'List your company’s API keys, newest first',
  })
    .input(z.object(page))
    .output(pageOf(ApiKey)),
  keysOf: op('GET', '/companies/{id}/api-keys', {
    roles: admin,
    tag: 'companies',
    summary: 'List the API keys of a company, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(ApiKey)),
  createKey: op('POST', '/api-keys', {
    secret: true,
    roles: owner,
    tag: 'companies',
    summary: 'Create an API key. Only this response contains the full key.',
    status: 201,
    creates: true,
  })
    .errors({
      ...confirmErrors,
      TOO_MANY_KEYS: {
        status: 422,
        message: `You can have up to ${MAX_KEYS} active keys. Revoke one that you no longer need.`,
      },
    })
    .input(CreateApiKey)
    .output(ApiKey.extend({ key: z.string() })),
  revokeKey: op('DELETE', '/api-keys/{id}', {
    roles: ['owner', 'admin'],
    tag: 'companies',
    summary: 'Revoke an API key, effective immediately',
  })
    .errors(confirmErrors)
    .input(z.object({ id: Id }))
    .output(ApiKey),
}
