// Names that the rooms agree on, and who may do what. Pure.
import type { Actor } from '../platform/db.ts'

/** The job that follows every change of what is promised: whoever keeps clocks reckons them again. */
export const SLA_CHANGED = 'sla.changed'
export type SlaChangedData = { companyId: string }

/** What the reader may do with policies and calendars. */
export const can = (reader: Actor): { edit: boolean } => ({ edit: reader.role === 'admin' })
