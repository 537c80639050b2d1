// Whether an estimate can be approved on the hours that are left, and what is said of it. Pure.
import type { z } from 'zod'
import type * as contract from '../../../contract/tickets.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import type { Side } from './labels.ts'

export type TicketHours = z.infer<typeof contract.TicketHours>

/** How an estimate stands to the hours: it fits, goes beyond what is billed then, or does not fit. */
export type Fit = { fits: boolean; missing: number; text: string; more: string | undefined }

const none = (minutes: number) => (minutes > 0 ? showMinutes(minutes) : 'none')

/** Whether so many minutes fit, in the words of the side that reads them. */
export function fitOf(hours: TicketHours, minutes: number, side: Side, company = 'The company'): Fit {
  const { available, overage, covered, allowance, reserved } = hours
  const partner = side === 'partner'
  // What may be used beyond the balance is spoken of only where it is needed.
  const within = minutes <= available - allowance
  const free = Math.max(0, within ? available - allowance : available)
  const missing = minutes - available
  if (covered)
    return {
      fits: true,
      missing: 0,
      text: partner ? 'Covered by your agreement: it uses no hours.' : 'Covered by the agreement: it uses no hours.',
      more: undefined,
    }
  const has = partner ? 'you have' : `${company} has`
  const text = `Needs ${showMinutes(minutes)}, ${has} ${none(free)}${free > 0 ? ' free' : ''}.`
  const aside = [
    reserved > 0 && `${showMinutes(reserved)} more are reserved by approved estimates.`,
    allowance > 0 && !within && `Of it, ${showMinutes(allowance)} may be used beyond the balance.`,
  ]
  if (missing <= 0) return { fits: true, missing: 0, text, more: words(aside) }
  if (overage === 'bill')
    return {
      fits: true,
      missing: 0,
      text,
      more: words([`${showMinutes(missing)} are billed at the agreed rate.`, ...aside]),
    }
  const next = partner
    ? `Buy ${showMinutes(missing)} or more, then approve.`
    : `An owner has to buy ${showMinutes(missing)} or more before approving.`
  return { fits: false, missing, text, more: words([next, ...aside]) }
}

const words = (parts: (string | false)[]) => parts.filter(Boolean).join(' ') || undefined

/** Where hours are bought for a ticket, and from where the way leads back. */
export const buyFor = (ticketId: string, missing: number): string =>
  `/buy-block-time?return=${encodeURIComponent(`/tickets/${ticketId}`)}&minutes=${missing}`
