import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { parseFailure, client as server } from '../platform/data/api.ts'
import { keepCompany } from './company-queries.ts'
import type { Company } from './model.ts'

const WHY = {
  approved: 'Approved',
  agreement: 'Approved by a signed agreement',
  order: 'Approved by a paid order',
  internal: 'Our company',
} as const

async function approve({ id, name }: Pick<Company, 'id' | 'name'>, approved: boolean): Promise<void> {
  try {
    keepCompany(await server.companies.approveMail({ id, approved }), false)
    showToast({
      title: approved ? `Email for ${name} approved` : `Email approval for ${name} withdrawn`,
      tone: 'good',
      about: `mail approval ${id}`,
      action: { label: 'Undo', onClick: () => void approve({ id, name }, !approved) },
    })
  } catch (e) {
    showToast({
      title: 'Couldn’t change the approval',
      description: parseFailure(e)?.message ?? 'Check your connection and try again.',
      tone: 'destructive',
    })
  }
}

/**
 * Shows whether a company can send mail to people without an account, with a button that lets administrators change it.
 */
export function MailApproval({ company }: { company: Company }) {
  const [busy, setBusy] = useState(false)
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
      {company.can.approveMail && (
        <Button
          size="sm"
          pending={busy}
          onClick={() => {
            setBusy(true)
            void approve(company, !approved).finally(() => setBusy(false))
          }}
        >
          {approved ? 'Withdraw approval' : 'Approve email'}
        </Button>
      )}
    </span>
  )
}
