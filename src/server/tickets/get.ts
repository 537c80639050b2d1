import type { z } from 'zod'
import type { Ticket } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import { read } from './write.ts'

/** One ticket. */
export const get = ({ platform, actor }: Actored, { id }: { id: string }): Promise<z.infer<typeof Ticket>> =>
  platform.db.askAs(actor, (db) => read(db, actor, id))
