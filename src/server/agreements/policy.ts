// Permissions on agreements, by role and status. Pure.
import type { z } from 'zod'
import type { AgreementCan, AgreementStatus } from '../../contract/agreements/index.ts'
import type { Actor } from '../platform/database/db.ts'

type Status = z.infer<typeof AgreementStatus>
/** The facts that permissions depend on: the stored status, the open text, and whether the agreement was canceled. */
export type Standing = {
  status: string
  cancelled_at: string | null
  open: { status: string } | null
}

/**
 * Returns the status that users see: an agreement that was returned before its first signature is `returned`, no longer
 * `sent`.
 */
export const statusOf = ({ status, open }: Pick<Standing, 'status' | 'open'>): Status =>
  status === 'sent' && open?.status !== 'sent' ? 'returned' : (status as Status)

/** Returns what the reader may do now. */
export function agreementPermissions(reader: Pick<Actor, 'role'>, a: Standing): z.infer<typeof AgreementCan> {
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
    return: owner && open === 'sent',
  }
}

/** Returns the consent text of a signature. */
export const consentFor = (company: string): string =>
  `I have read this agreement, I am authorized to sign for ${company}, and I agree to sign it electronically. Typing my name has the same effect as my signature on paper.`
