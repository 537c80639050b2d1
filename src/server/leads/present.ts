import type { z } from 'zod'
import type { Lead, LeadActivity, LeadRow, SameAddress, Submission } from '../../contract/leads/index.ts'
import type { Actor } from '../platform/database/db.ts'
import { presentFields } from '../platform/fields.ts'
import { leadFields } from './fields.ts'
import { leadPermissions, type Status } from './policy.ts'
import type { Row, Whole } from './queries.ts'

/** Returns a lead as a row of a list. */
export const presentLeadRow = (r: Row): z.infer<typeof LeadRow> => presentFields(leadFields, 'list', r)

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
  source: r.source as z.infer<typeof Submission>['source'],
  name: r.name,
  organization: r.organization,
  phone: r.phone,
  about: r.about,
  page: r.page,
  callVolume: r.call_volume as z.infer<typeof Submission>['callVolume'],
  message: r.message,
  consentAt: r.consent_at,
  createdAt: r.created_at,
})

const presentSame = (r: Row): z.infer<typeof SameAddress> => {
  const { id, name, source, stage, status, createdAt } = presentLeadRow(r)
  return { id, name, source, stage, status, createdAt, mergeable: status !== 'won' }
}

/** Returns a lead with all its fields, as one reader sees it. */
export const presentLead = (
  r: Whole,
  more: { submissions: SubmissionRow[]; same: Row[]; account: { id: string; name: string } | undefined },
  reader: Pick<Actor, 'role'>,
): z.infer<typeof Lead> => ({
  ...presentLeadRow(r),
  ...presentFields(leadFields, 'record', r),
  submissions: more.submissions.map(presentSubmission),
  sameAddress: more.same.map(presentSame),
  account: more.account ? { company: reader.role === 'admin' ? more.account : null } : null,
  can: leadPermissions(reader, r.status as Status),
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

/** Returns an activity in the form of the contract. */
export const presentActivity = (r: ActivityRow): z.infer<typeof LeadActivity> => ({
  id: r.id,
  kind: r.kind as z.infer<typeof LeadActivity>['kind'],
  author: { id: r.author_id, name: r.author_name },
  text: r.text,
  change: r.data as z.infer<typeof LeadActivity>['change'],
  createdAt: r.created_at,
})
