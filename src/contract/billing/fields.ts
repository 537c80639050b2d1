// Fields, roles and errors that several files of this module share.

import { z } from 'zod'
import type { Role } from '../base.ts'

/** Roles that see and pay the invoices of a company. */
export const payers: Role[] = ['owner', 'admin']
export const INVOICE_STATES = ['open', 'paid', 'void', 'refunded'] as const
export const PAY_METHODS = ['card', 'invoice'] as const
/** Maximum amount of one item in cents: one million dollars. */
export const CENTS_MAX = 100_000_000
export const Currency = z.literal('usd')
export const Method = z.enum(PAY_METHODS, 'Choose card or invoice.')
/** Returns a schema of an amount in cents. `words` is the message when it is missing. */
export const cents = (words: string) => z.int(words).min(1, 'At least $0.01.').max(CENTS_MAX, 'At most $1,000,000.')
