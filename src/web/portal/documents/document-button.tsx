import { FileDown } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, fetchWithSession, parseFailure, readFailure } from '../platform/data/api.ts'
import { saveFile } from '../platform/data/upload.ts'

/** Polling intervals: short at first, then longer. */
const LOOK_MS = [150, 250, 350, 500, 800]
/** Maximum number of polls. The server continues, and the next click picks up the result. */
const LOOKS = 120

interface DocumentButtonProps {
  kind: 'invoice' | 'agreement' | 'report'
  /** The id of an invoice, an agreement or one of its revisions. For reports, a function that creates the id. */
  subjectId: string | (() => Promise<string>)
  label?: string
  variant?: ComponentProps<typeof Button>['variant']
  size?: ComponentProps<typeof Button>['size']
  className?: string
}

/** Requests a PDF, shows the progress and downloads it. Errors are shown with a button to try again. */
export function DocumentButton({ kind, subjectId, label = 'Download PDF', ...look }: DocumentButtonProps) {
  const [percent, setPercent] = useState<number>()
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])

  async function fetchPdf() {
    setPercent(0)
    try {
      const subject = typeof subjectId === 'string' ? subjectId : await subjectId()
      let info = await client.documents.request({ kind, subjectId: subject })
      for (let n = 0; info.state === 'queued' || info.state === 'running'; n++) {
        if (gone.current) return
        if (n === LOOKS) throw new Error('This is taking longer than usual. Try again in a minute.')
        setPercent(info.progress)
        await new Promise((go) => setTimeout(go, LOOK_MS[Math.min(n, LOOK_MS.length - 1)]))
        info = await client.documents.get({ id: info.id })
      }
      if (info.problem === 'too_large') {
        if (!gone.current)
          showToast({
            tone: 'destructive',
            title: 'The PDF can’t be created',
            description: 'This document is too large for a PDF. You can view it in the portal.',
          })
        return
      }
      if (info.state === 'failed') throw new Error('Try again. If the problem continues, contact support.')
      setPercent(100)
      const r = await fetchWithSession(`/api/v1/documents/${info.id}/content`)
      if (!r.ok) throw await readFailure(r)
      saveFile(await r.blob(), info.name)
    } catch (e) {
      if (gone.current) return
      showToast({
        tone: 'destructive',
        title: 'The PDF was not created',
        description: parseFailure(e)?.message ?? (e as Error).message,
        action: { label: 'Try again', onClick: () => void fetchPdf() },
      })
    } finally {
      if (!gone.current) setPercent(undefined)
    }
  }

  const busy = percent !== undefined
  return (
    <>
      <Button
        {...look}
        pending={busy}
        icon={<FileDown aria-hidden className="size-4" />}
        onClick={() => void fetchPdf()}
      >
        {busy ? <span className="tabular">{percent > 0 ? `Creating PDF, ${percent}%` : 'Creating PDF'}</span> : label}
      </Button>
      <span role="status" className="sr-only">
        {busy ? 'The PDF is being created.' : ''}
      </span>
    </>
  )
}
