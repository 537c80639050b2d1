// Words for what is bought and owed.
import { dayOf } from '../../ui/duration.ts'
import type { Tone } from '../../ui/status.tsx'
import type { client } from '../platform/api.ts'

export type Pack = Awaited<ReturnType<typeof client.billing.packs>>['items'][number]
export type Order = Awaited<ReturnType<typeof client.billing.getOrder>>
export type OrderRow = Awaited<ReturnType<typeof client.billing.orders>>['items'][number]
export type InvoiceRow = Awaited<ReturnType<typeof client.billing.invoices>>['items'][number]
export type Invoice = Awaited<ReturnType<typeof client.billing.invoice>>
export type InvoiceStatus = InvoiceRow['status']
export type Source = InvoiceRow['source']
export type TopUpSettings = Awaited<ReturnType<typeof client.billing.topUp>>
export type Revenue = Awaited<ReturnType<typeof client.billing.revenue>>

export const statuses: InvoiceStatus[] = ['open', 'paid', 'void', 'refunded']
export const statusLooks: Record<InvoiceStatus, { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'info' },
  paid: { label: 'Paid', tone: 'good' },
  void: { label: 'Void', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
}
export const orderLooks: Record<OrderRow['status'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'info' },
  paid: { label: 'Paid', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
}
export const sources: Source[] = ['purchase', 'top_up', 'agreement', 'recurring', 'overage', 'manual']
export const sourceLabels: Record<Source, string> = {
  purchase: 'Bought',
  top_up: 'Top-up',
  agreement: 'Agreement',
  recurring: 'Monthly',
  overage: 'Beyond the hours',
  manual: 'By hand',
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** "Nov 20, 2026" of a day such as 2026-11-20. */
export const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** "November 2026" of a month such as 2026-11. */
export const monthText = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`))
/** Today here, as 2026-11-20. */
export const todayHere = (): string => dayOf(new Date(), undefined)

/** What an hour of a pack costs, in cents, rounded for the eye. */
export const hourCents = ({ priceCents, minutes }: Pack): number => Math.round((priceCents * 60) / minutes)
/** What a pack saves against buying as much in the smallest one: cents, and percent rounded down. */
export function savingOf(pack: Pack, packs: readonly Pack[]): { cents: number; percent: number } {
  const smallest = packs.reduce((a, b) => (b.minutes < a.minutes ? b : a), pack)
  const full = Math.round((smallest.priceCents * pack.minutes) / smallest.minutes)
  const cents = Math.max(0, full - pack.priceCents)
  return { cents, percent: full > 0 ? Math.floor((cents * 100) / full) : 0 }
}
/** The smallest pack with at least so many minutes, else the largest. */
export function packFor(minutes: number, packs: readonly Pack[]): Pack | undefined {
  const bySize = [...packs].sort((a, b) => a.minutes - b.minutes)
  return bySize.find((p) => p.minutes >= minutes) ?? bySize.at(-1)
}
