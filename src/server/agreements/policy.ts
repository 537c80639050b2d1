// Who may do what with an agreement in which status. Pure.
import type { z } from 'zod'
import type { AgreementCan, AgreementStatus } from '../../contract/agreements.ts'
import type { Actor } from '../platform/db.ts'

type Status = z.infer<typeof AgreementStatus>
/** What decides: the status in the table, what is open, and whether its end is set already. */
export type Standing = {
  status: string
  cancelled_at: string | null
  open: { status: string } | null
}

/** The status that people see: one that was given back before its first signature is not `sent` any more. */
export const statusOf = ({ status, open }: Pick<Standing, 'status' | 'open'>): Status =>
  status === 'sent' && open?.status !== 'sent' ? 'returned' : (status as Status)

/** What the reader may do now. */
export function can(reader: Pick<Actor, 'role'>, a: Standing): z.infer<typeof AgreementCan> {
  const admin = reader.role === 'admin'
  const owner = reader.role === 'owner'
  const running = a.status === 'signed' || a.status === 'active'
  const alive = running || a.status === 'draft' || a.status === 'sent'
  const open = alive ? a.open?.status : undefined
  return {
    edit: admin && open === 'draft',
    send: admin && open === 'draft',
    withdraw: admin && open === 'sent',
    revise: admin && (open === 'returned' || (running && open === undefined && a.cancelled_at === null)),
    discard: admin && open === 'draft' && a.status !== 'draft',
    cancel: admin && alive && a.cancelled_at === null,
    sign: owner && open === 'sent',
    giveBack: owner && open === 'sent',
  }
}

/** The sentence that is agreed to with a signature. */
export const consentFor = (company: string): string =>
  `I have read this agreement, I may sign for ${company}, and I agree to sign it electronically: typing my name has the effect of my signature on paper.`
