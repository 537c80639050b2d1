// The contract's shapes as types: no schema reaches the browser.
import type { z } from 'zod'
import type * as contract from '../../../contract/agreements.ts'
import type { Shape, Tone } from '../../ui/status.tsx'

export type Agreement = z.infer<typeof contract.AgreementNow>
export type AgreementRow = z.infer<typeof contract.AgreementRow>
export type Revision = z.infer<typeof contract.Revision>
export type RevisionRow = z.infer<typeof contract.RevisionRow>
export type Signature = z.infer<typeof contract.Signature>
export type Terms = z.infer<typeof contract.Terms>
export type Template = z.infer<typeof contract.Template>
export type Variable = z.infer<typeof contract.Variable>
export type Act = z.infer<typeof contract.AgreementAct>
export type Type = AgreementRow['type']
export type Status = AgreementRow['status']

export const types = ['block_hours', 'retainer', 'managed_automation', 'fixed_price', 'partnership'] as const
export const typeLabels: Record<Type, string> = {
  block_hours: 'Block hours',
  retainer: 'Retainer',
  managed_automation: 'Managed automation',
  fixed_price: 'Fixed price',
  partnership: 'Partnership',
}
/** Whether a type is billed by the month. */
export const isMonthly = (type: Type): boolean => type !== 'block_hours' && type !== 'fixed_price'

export const statuses = ['draft', 'sent', 'returned', 'signed', 'active', 'expired', 'cancelled'] as const
type Look = { label: string; partner?: string; tone: Tone; shape?: Shape }
/** How each status reads; partners are addressed. */
export const statusLooks: Record<Status, Look> = {
  draft: { label: 'Draft', tone: 'neutral' },
  sent: { label: 'Waits for signature', partner: 'To be signed', tone: 'warn', shape: 'half' },
  returned: { label: 'Changes asked for', partner: 'We are revising it', tone: 'info' },
  signed: { label: 'Signed, begins later', tone: 'accent' },
  active: { label: 'Active', tone: 'good' },
  expired: { label: 'Ended', tone: 'neutral', shape: 'dash' },
  cancelled: { label: 'Cancelled', tone: 'neutral', shape: 'dash' },
}
export const revisionLabels: Record<RevisionRow['status'], string> = {
  draft: 'Draft',
  sent: 'Waits for signature',
  signed: 'Signed',
  returned: 'Changes asked for',
  withdrawn: 'Withdrawn',
  replaced: 'Replaced',
}

/** `A-1001` */
export const ref = (number: number): string => `A-${number}`

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** A day such as Dec 1, 2026. */
export const dayText = (text: string): string => day.format(new Date(`${text}T00:00:00Z`))
