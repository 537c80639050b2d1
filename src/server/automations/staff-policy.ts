// What staff may do with an automation. Pure.
import type { z } from 'zod'
import type { InstallationCan, InstallationStatus } from '../../contract/automations/index.ts'

type Status = z.infer<typeof InstallationStatus>
type StaffCan = Pick<z.infer<typeof InstallationCan>, 'edit' | 'setStatus' | 'setPrice' | 'makeKey' | 'statuses'>

/**
 * The status changes that staff can make. `failing` starts and ends automatically; staff can end it when the limits
 * were wrong. `retired` is final: a partner who wants the automation again gets a new one with its own figures.
 */
const MOVES: Record<Status, readonly Status[]> = {
  requested: ['provisioning', 'retired'],
  provisioning: ['live', 'retired'],
  live: ['paused', 'retired'],
  failing: ['live', 'paused', 'retired'],
  paused: ['live', 'retired'],
  retired: [],
}
/** Statuses whose reason is shown to the partner. */
const NEEDS_REASON: readonly Status[] = ['paused', 'retired']

/** Returns the statuses that staff can set from a status. */
export const movesFrom = (status: Status): readonly Status[] => MOVES[status]
/** Returns whether setting a status needs a reason. */
export const statusNeedsReason = (status: Status): boolean => NEEDS_REASON.includes(status)

/** Returns what staff may do with an automation in addition to what partners may. For partners, nothing. */
export function staffCan(reader: { kind: 'tenant' | 'staff'; role: string }, status: string): StaffCan {
  const staff = reader.kind === 'staff'
  const active = staff && status !== 'retired'
  return {
    edit: active,
    setStatus: active,
    setPrice: active && reader.role === 'admin',
    makeKey: active && reader.role === 'admin',
    statuses: staff ? [...movesFrom(status as Status)] : [],
  }
}
