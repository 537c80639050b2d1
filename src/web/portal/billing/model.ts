// Labels and calculations for packs and invoices.

import { getNowDate } from '../../ui/clock.ts'
import type { Tone } from '../../ui/status.tsx'
import { toDay } from '../../ui/text/duration.ts'
import type { client } from '../platform/data/api.ts'

export type Pack = Awaited<ReturnType<typeof client.billing.packs>>['items'][number]
export type Order = Awaited<ReturnType<typeof client.billing.getOrder>>
export type OrderRow = Awaited<ReturnType<typeof client.billing.orders>>['items'][number]
export type InvoiceRow = Awaited<ReturnType<typeof client.billing.invoices>>['items'][number]
export type Invoice = Awaited<ReturnType<typeof client.billing.invoice>>
export type InvoiceStatus = InvoiceRow['status']
export type Source = InvoiceRow['source']
export type TopUpSettings = Awaited<ReturnType<typeof client.billing.topUp>>
export type Revenue = Awaited<ReturnType<typeof client.billing.revenue>>

export const invoiceStatuses: InvoiceStatus[] = ['open', 'paid', 'void', 'refunded']
export const invoiceStatusLooks: Record<InvoiceStatus, { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'info' },
  paid: { label: 'Paid in full', tone: 'good' },
  void: { label: 'Void', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
}
export const orderLooks: Record<OrderRow['status'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'info' },
  paid: { label: 'Paid in full', tone: 'good' },
  canceled: { label: 'Canceled', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
}
export const orderSources: Source[] = ['purchase', 'top_up', 'agreement', 'recurring', 'overage', 'manual']
export const orderSourceLabels: Record<Source, string> = {
  purchase: 'Purchase',
  top_up: 'Top-up',
  agreement: 'Agreement',
  recurring: 'Monthly',
  overage: 'Overage',
  manual: 'Manual',
}

/** Returns today in the reader's time zone, as 2026-11-20. */
export const getToday = (): string => toDay(getNowDate(), undefined)

/** Returns a pack's price per hour in cents, rounded for display. */
export const calculateHourlyRate = ({ priceCents, minutes }: Pack): number => Math.round((priceCents * 60) / minutes)
/**
 * Returns what a pack saves compared with buying the same hours in the smallest pack: cents, and percent rounded down.
 */
export function calculateSaving(pack: Pack, packs: readonly Pack[]): { cents: number; percent: number } {
  const smallest = packs.reduce((a, b) => (b.minutes < a.minutes ? b : a), pack)
  const full = Math.round((smallest.priceCents * pack.minutes) / smallest.minutes)
  const cents = Math.max(0, full - pack.priceCents)
  return { cents, percent: full > 0 ? Math.floor((cents * 100) / full) : 0 }
}
/** Returns the smallest pack with at least this many minutes, or else the largest pack. */
export function choosePack(minutes: number, packs: readonly Pack[]): Pack | undefined {
  const bySize = [...packs].sort((a, b) => a.minutes - b.minutes)
  return bySize.find((p) => p.minutes >= minutes) ?? bySize.at(-1)
}
