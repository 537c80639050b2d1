// What staff may do with an automation. Pure.
import type { z } from 'zod'
import type { InstallationCan, InstallationStatus } from '../../contract/automations.ts'

type Status = z.infer<typeof InstallationStatus>
type StaffCan = Pick<z.infer<typeof InstallationCan>, 'edit' | 'setStatus' | 'setPrice' | 'makeKey' | 'statuses'>

/**
 * Where staff set an automation from where it is. Failing begins by itself and ends by itself; staff end it when the
 * limits were wrong. Retired is the end: whoever wants it again gets a new one, with figures of its own.
 */
const MOVES: Record<Status, readonly Status[]> = {
  requested: ['provisioning', 'retired'],
  provisioning: ['live', 'retired'],
  live: ['paused', 'retired'],
  failing: ['live', 'paused', 'retired'],
  paused: ['live', 'retired'],
  retired: [],
}
/** Why it stands still is owed to the partner. */
const NEEDS_REASON: readonly Status[] = ['paused', 'retired']

/** Where it may be set from a status. */
export const movesFrom = (status: Status): readonly Status[] => MOVES[status]
/** Whether a status has to be explained. */
export const needsReason = (status: Status): boolean => NEEDS_REASON.includes(status)

/** What the reader may do with an automation beside what partners may; for partners nothing. */
export function staffCan(reader: { kind: 'tenant' | 'staff'; role: string }, status: string): StaffCan {
  const staff = reader.kind === 'staff'
  const there = staff && status !== 'retired'
  return {
    edit: there,
    setStatus: there,
    setPrice: there && reader.role === 'admin',
    makeKey: there && reader.role === 'admin',
    statuses: staff ? [...movesFrom(status as Status)] : [],
  }
}
