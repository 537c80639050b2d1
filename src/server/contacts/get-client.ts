import type { z } from 'zod'
import type { Client } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { readClient } from './write.ts'

/** One client. NOT_FOUND when the actor has no such client. */
export const getClient = ({ platform, actor }: Actored, { id }: { id: string }): Promise<z.infer<typeof Client>> =>
  platform.db.askAs(actor, (db) => readClient(db, actor, id))
