import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ApproveMailButton } from '../platform/approve-mail-button.tsx'
import type { Company } from './model.ts'

const WHY = {
  approved: 'Approved',
  agreement: 'Approved through a signed agreement',
  order: 'Approved through a paid order',
  internal: 'Our company',
} as const

/**
 * Shows whether a company can send mail to people without an account, with a button that lets staff change it.
 */
export function MailApproval({ company }: { company: Company }) {
  const { trust, approved } = company.mail
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className={trust ? undefined : 'text-warn'}>
        {trust ? WHY[trust] : 'Not approved, so no email is sent'}
        {approved && (
          <span className="text-muted">
            {approved.by && ` by ${approved.by.name}`} <RelativeTime iso={approved.at} />
          </span>
        )}
      </span>
      {company.can.approveMail && <ApproveMailButton company={company} approved={approved !== null} />}
    </span>
  )
}
