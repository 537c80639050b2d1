// The name of the job that other modules handle, and permissions. Pure.
import type { Actor } from '../platform/database/db.ts'

/** The job that runs after every change of service levels, so that open targets are recalculated. */
export const SLA_CHANGED = 'sla.changed'
export type SlaChangedData = { companyId: string }

/** Returns what the reader may do with policies and calendars. */
export const slaPermissions = (reader: Actor): { edit: boolean } => ({ edit: reader.role === 'admin' })
