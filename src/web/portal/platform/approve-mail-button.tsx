import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { api, client, parseFailure } from './data/api.ts'
import { queries } from './data/queries.ts'
import { keepCompany } from './forms/company-options.ts'

type Company = { id: string; name: string }

async function approve({ id, name }: Company, approved: boolean): Promise<void> {
  try {
    keepCompany(await client.companies.approveMail({ id, approved }))
    // Contacts and watchers show whether mail reaches them.
    for (const queryKey of [api.contacts.key(), api.tickets.get.key()]) void queries.invalidateQueries({ queryKey })
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

/** The button with which staff let a company email people without an account, or withdraw that. */
export function ApproveMailButton({ company, approved = false }: { company: Company; approved?: boolean }) {
  const [busy, setBusy] = useState(false)
  return (
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
  )
}
