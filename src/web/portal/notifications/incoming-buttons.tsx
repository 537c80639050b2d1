import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { api, client, fetchWithSession, parseFailure, readFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { saveFile } from '../platform/data/upload.ts'

/** Returns the props of a button that runs an action and shows that it is running. A toast says when it fails. */
function useAct(act: () => Promise<void>, failed: string) {
  const [pending, setPending] = useState(false)
  async function run() {
    setPending(true)
    try {
      await act()
    } catch (e) {
      showToast({
        title: failed,
        description: parseFailure(e)?.message ?? 'Check your connection and try again.',
        tone: 'destructive',
      })
    } finally {
      setPending(false)
    }
  }
  return { pending, onClick: () => void run() }
}

/** Saves an incoming mail as it arrived. */
export function OriginalButton({ id }: { id: string }) {
  const act = useAct(async () => {
    const r = await fetchWithSession(`/api/v1/inbound-mails/${id}/original`)
    if (!r.ok) throw await readFailure(r)
    saveFile(await r.blob(), `email-${id}.txt`)
  }, 'Couldn’t download the email')
  return (
    <Button size="sm" icon={<Download aria-hidden className="size-4" />} {...act}>
      Download original
    </Button>
  )
}

/** Processes an incoming mail again. */
export function RetryButton({ id }: { id: string }) {
  const act = useAct(async () => {
    await client.tickets.retryInbound({ id })
    await queries.invalidateQueries({ queryKey: api.tickets.inboundMails.key() })
    await queries.invalidateQueries({ queryKey: api.tickets.inboundMail.key() })
    showToast({ title: 'The email is being processed again' })
  }, 'Couldn’t process the email again')
  return <Button {...act}>Try again</Button>
}
