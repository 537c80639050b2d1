// Hour packs that are sold.

import { z } from 'zod'
import { admin, everyone, Id, Instant, op, versioned } from '../base.ts'
import { CARD_MIN_CENTS } from '../plain/rates.ts'
import { printed } from '../printed.ts'
import { Currency, cents, Method } from './fields.ts'

/** An hour pack that is sold. */
export const Pack = z.object({
  id: Id,
  name: z.string(),
  minutes: z.number().int(),
  priceCents: z.number().int(),
  currency: Currency,
  /** Validity in months, from the day on which the hours become usable. */
  validMonths: z.number().int(),
  position: z.number().int(),
  /** Set when it is no longer sold. Only administrators see such packs. */
  archivedAt: Instant.nullable(),
  version: z.number().int(),
  can: z.object({ edit: z.boolean() }),
})
const PackFields = z.object({
  name: printed(
    z
      .string('Enter a name.')
      .trim()
      .min(1, 'Enter a name.')
      .max(100, 'At most 100 characters.')
      .regex(/^[^\r\n]*$/, 'Use a single line.'),
  ),
  minutes: z.int('Enter the number of minutes.').min(15, 'At least 15 minutes.').max(600_000, 'At most 10,000 hours.'),
  priceCents: cents('Enter a price.').min(CARD_MIN_CENTS, 'At least $0.50, the minimum for card payments.'),
  validMonths: z
    .int('Enter the number of months.')
    .min(1, 'At least one month.')
    .max(60, 'At most 60 months.')
    .default(12),
})
const packChanged = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this pack. Review their changes and try again.',
    data: z.object({ current: Pack.optional() }).optional(),
  },
}
const nameTaken = {
  NAME_TAKEN: { status: 422, message: 'A pack for sale already has this name. Choose another.', data: z.any() },
}

export const packOperations = {
  packs: op('GET', '/hour-packs', {
    roles: everyone,
    tag: 'billing',
    summary: 'List the hour packs for sale, in display order',
  })
    .input(z.object({ archived: z.enum(['also'], 'Use “also”, or leave it out.').optional() }))
    .output(z.object({ items: z.array(Pack), methods: z.array(Method) })),
  createPack: op('POST', '/hour-packs', {
    roles: admin,
    tag: 'billing',
    summary: 'Create an hour pack',
    status: 201,
    creates: true,
  })
    .errors(nameTaken)
    .input(PackFields)
    .output(Pack),
  editPack: op('PATCH', '/hour-packs/{id}', {
    roles: admin,
    tag: 'billing',
    summary: 'Edit an hour pack. Past purchases don’t change.',
  })
    .errors({ ...packChanged, ...nameTaken })
    .input(PackFields.extend({ validMonths: PackFields.shape.validMonths.unwrap() }).partial().extend(versioned))
    .output(Pack),
  archivePack: op('POST', '/hour-packs/{id}/archive', {
    roles: admin,
    tag: 'billing',
    summary: 'Archive or restore an hour pack',
  })
    .errors({ ...packChanged, ...nameTaken })
    .input(z.object({ ...versioned, archived: z.boolean() }))
    .output(Pack),
  reorderPacks: op('PUT', '/hour-packs/order', {
    roles: admin,
    tag: 'billing',
    summary: 'Reorder the hour packs for sale. Send all of their IDs.',
  })
    .input(z.object({ ids: z.array(Id).min(1, 'Send at least one ID.').max(100, 'At most 100 IDs.') }))
    .output(z.object({ items: z.array(Pack) })),
}
