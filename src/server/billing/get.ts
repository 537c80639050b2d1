import type { z } from 'zod'
import type { Invoice, Order } from '../../contract/billing.ts'
import type { Actored } from '../platform/api.ts'
import { readInvoice, readOrder } from './read.ts'

/** One order. NOT_FOUND. */
export const getOrder = ({ platform, actor }: Actored, { id }: { id: string }): Promise<z.infer<typeof Order>> =>
  platform.db.asActor(actor, (db) => readOrder(platform, db, actor, id))

/** One invoice; drafts are nobody's yet. NOT_FOUND. */
export const getInvoice = ({ platform, actor }: Actored, { id }: { id: string }): Promise<z.infer<typeof Invoice>> =>
  platform.db.asActor(actor, (db) => readInvoice(platform, db, actor, id))
