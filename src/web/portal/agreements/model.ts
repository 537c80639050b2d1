// The contract's shapes as types, so that no schema is bundled for the browser.
import type { z } from 'zod'
import type * as contract from '../../../contract/agreements/index.ts'
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
export const agreementTypeLabels: Record<Type, string> = {
  block_hours: 'Block hours',
  retainer: 'Retainer',
  managed_automation: 'Managed automation',
  fixed_price: 'Fixed price',
  partnership: 'Partnership',
}
/** Returns whether a type is billed monthly. */
export const isMonthly = (type: Type): boolean => type !== 'block_hours' && type !== 'fixed_price'

export const agreementStatuses = ['draft', 'sent', 'returned', 'signed', 'active', 'expired', 'canceled'] as const
type Look = { label: string; tone: Tone; shape?: Shape }
/** How each status is shown. */
export const agreementStatusLooks: Record<Status, Look> = {
  draft: { label: 'Draft', tone: 'neutral' },
  sent: { label: 'Awaiting signature', tone: 'warn', shape: 'half' },
  returned: { label: 'Changes requested', tone: 'info' },
  signed: { label: 'Signed, starts later', tone: 'accent' },
  active: { label: 'Active', tone: 'good' },
  expired: { label: 'Ended', tone: 'neutral', shape: 'dash' },
  canceled: { label: 'Canceled', tone: 'neutral', shape: 'dash' },
}
export const revisionLabels: Record<RevisionRow['status'], string> = {
  draft: 'Draft',
  sent: 'Awaiting signature',
  signed: 'Signed',
  returned: 'Changes requested',
  withdrawn: 'Recalled',
  replaced: 'Replaced',
}

/** Returns a number such as `A-1001`. */
export const formatAgreementNumber = (number: number): string => `A-${number}`
