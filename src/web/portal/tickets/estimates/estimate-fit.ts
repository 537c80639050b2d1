// Whether an estimate can be approved with the hours that are left, and the text about it. Pure.
import type { z } from 'zod'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import type * as contract from '../../../../contract/tickets/index.ts'
import type { Side } from '../facts/labels.ts'

export type TicketHours = z.infer<typeof contract.TicketHours>

/** Whether an estimate fits the hours that are left, how many minutes are missing, and the text about it. */
type Fit = { fits: boolean; missing: number; text: string; more: string | undefined }

/** Returns whether the minutes fit, with text for the side that reads it. */
export function calculateFit(hours: TicketHours, minutes: number, side: Side, company = 'The company'): Fit {
  const { available, overage, covered, allowance, reserved } = hours
  const partner = side === 'partner'
  const free = Math.max(0, available)
  const missing = minutes - available - allowance
  // Minutes beyond the available hours that the overage allowance covers.
  const beyond = Math.min(allowance, Math.max(0, minutes - available))
  if (covered)
    return {
      fits: true,
      missing: 0,
      text: `Covered by ${partner ? 'your' : 'the'} agreement. No hours will be used.`,
      more: undefined,
    }
  const has = partner ? 'You have' : `${company} has`
  const text = `Needs ${formatMinutes(minutes)}. ${has} ${free > 0 ? formatMinutes(free) : 'no hours'} available.`
  const aside = [
    reserved > 0 && `Another ${formatMinutes(reserved)} is reserved for approved estimates.`,
    beyond > 0 && `${formatMinutes(beyond)} counts against the overage allowance of ${formatMinutes(allowance)}.`,
  ]
  if (missing <= 0) return { fits: true, missing: 0, text, more: words(aside) }
  if (overage === 'bill')
    return {
      fits: true,
      missing: 0,
      text,
      more: words([`${formatMinutes(missing)} will be billed at the agreed rate.`, ...aside]),
    }
  const next = partner
    ? `Buy at least ${formatMinutes(missing)}, then approve.`
    : `An owner must buy at least ${formatMinutes(missing)} before approving.`
  return { fits: false, missing, text, more: words([next, ...aside]) }
}

const words = (parts: (string | false)[]) => parts.filter(Boolean).join(' ') || undefined

/** Returns the address where the `missing` minutes for a ticket can be bought. It contains the address to return to. */
export const buildBuyHref = (ticketId: string, missing: number): string =>
  `/buy-block-time?return=${encodeURIComponent(`/tickets/${ticketId}`)}&minutes=${missing}`
