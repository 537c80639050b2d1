import type { z } from 'zod'
import type { Client, ClientRow, Contact, ContactRow } from '../../contract/contacts/index.ts'
import type { Actor } from '../platform/database/db.ts'
import { presentFields } from '../platform/fields.ts'
import { clientFields } from './clients/fields.ts'
import { contactFields } from './fields.ts'
import { contactPermissions } from './policy.ts'
import type { ClientRecord, ContactRecord, WholeClient, WholeContact } from './queries.ts'

/** Returns a contact as it appears in a list. */
export const presentContactRow = (r: ContactRecord, reader: Actor): z.infer<typeof ContactRow> => ({
  ...presentFields(contactFields, 'list', r),
  can: contactPermissions(reader),
})

/** Returns a contact with all its fields for one reader. */
export const presentContact = (r: WholeContact, reader: Actor): z.infer<typeof Contact> => ({
  ...presentContactRow(r, reader),
  ...presentFields(contactFields, 'record', r),
})

/** Returns a client as it appears in a list. */
export const presentClientRow = (r: ClientRecord, reader: Actor): z.infer<typeof ClientRow> => ({
  ...presentFields(clientFields, 'list', r),
  can: { ...contactPermissions(reader), merge: false },
})

/** Returns a client with all its fields for one reader. */
export const presentClient = (r: WholeClient, reader: Actor): z.infer<typeof Client> => ({
  ...presentClientRow(r, reader),
  ...presentFields(clientFields, 'record', r),
})
