import type { z } from 'zod'
import type { Contact } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { readContact } from './write.ts'

/** One contact. NOT_FOUND when the actor has no such contact. */
export const get = ({ platform, actor }: Actored, { id }: { id: string }): Promise<z.infer<typeof Contact>> =>
  platform.db.askAs(actor, (db) => readContact(db, actor, id))
