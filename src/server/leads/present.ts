import type { z } from 'zod'
import type { Activity, Lead, LeadRow, SameAddress, Submission } from '../../contract/leads.ts'
import type { Actor } from '../platform/db.ts'
import { FORMER } from '../platform/words.ts'
import { can, type Status } from './policy.ts'

type Row = {
  id: string
  name: string | null
  organization: string | null
  email: string | null
  phone: string | null
  source: string
  stage: string
  status: string
  owner_id: string | null
  owner: string | null
  next_action: string | null
  next_action_at: string | null
  tags: string[]
  created_at: string
  updated_at: string
  version: number
}

// Text columns with a check become the contract's unions here and nowhere else.
/** A row of a list. */
export const presentRow = (r: Row): z.infer<typeof LeadRow> => ({
  id: r.id,
  name: r.name,
  organization: r.organization,
  email: r.email,
  phone: r.phone,
  source: r.source as 'manual',
  stage: r.stage as 'new',
  status: r.status as 'open',
  owner: r.owner_id ? { id: r.owner_id, name: r.owner ?? FORMER } : null,
  nextAction: r.next_action,
  nextActionAt: r.next_action_at,
  tags: r.tags,
  createdAt: r.created_at,
  updatedAt: r.updated_at,
  version: r.version,
})

type SubmissionRow = {
  id: string
  source: string
  name: string | null
  organization: string | null
  phone: string | null
  about: string | null
  page: string | null
  call_volume: string | null
  message: string | null
  consent_at: string | null
  created_at: string
}
const presentSubmission = (r: SubmissionRow): z.infer<typeof Submission> => ({
  id: r.id,
  source: r.source as 'manual',
  name: r.name,
  organization: r.organization,
  phone: r.phone,
  about: r.about,
  page: r.page,
  callVolume: r.call_volume as 'unknown' | null,
  message: r.message,
  consentAt: r.consent_at,
  createdAt: r.created_at,
})

const presentSame = (r: Row): z.infer<typeof SameAddress> => ({
  id: r.id,
  name: r.name,
  source: r.source as 'manual',
  stage: r.stage as 'new',
  status: r.status as 'open',
  createdAt: r.created_at,
  mergeable: r.status !== 'won',
})

type Whole = Row & {
  lost_reason: string | null
  converted_at: string | null
  converted_company_id: string | null
  converted_name: string | null
  converted_slug: string | null
}

/** A whole lead for one reader. */
export const presentLead = (
  r: Whole,
  more: { submissions: SubmissionRow[]; same: Row[]; account: { id: string; name: string } | undefined },
  reader: Pick<Actor, 'role'>,
): z.infer<typeof Lead> => ({
  ...presentRow(r),
  lostReason: r.lost_reason,
  convertedTo: r.converted_company_id
    ? { id: r.converted_company_id, name: r.converted_name ?? '', slug: r.converted_slug ?? '' }
    : null,
  convertedAt: r.converted_at,
  submissions: more.submissions.map(presentSubmission),
  sameAddress: more.same.map(presentSame),
  account: more.account ? { company: reader.role === 'admin' ? more.account : null } : null,
  can: can(reader, r.status as Status),
})

type ActivityRow = {
  id: string
  kind: string
  author_id: string | null
  author_name: string
  text: string
  data: unknown
  created_at: string
}

/** A line of what was done. */
export const presentActivity = (r: ActivityRow): z.infer<typeof Activity> => ({
  id: r.id,
  kind: r.kind as 'note',
  author: { id: r.author_id, name: r.author_name },
  text: r.text,
  change: r.data as z.infer<typeof Activity>['change'],
  createdAt: r.created_at,
})
