import { FileDown } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, client, failed, failureOf } from '../platform/api.ts'
import { save } from '../platform/upload.ts'

/** Between two looks at how far it is: soon at first, then a little later each time. */
const LOOK_MS = [150, 250, 350, 500, 800]
/** Looks before it is given up here; the server goes on, and the next click finds what it made. */
const LOOKS = 120

interface DocumentButtonProps {
  kind: 'invoice' | 'agreement' | 'report'
  /** The invoice; the agreement, or one revision of it; of a report, what gets an id for it. */
  subjectId: string | (() => Promise<string>)
  label?: string
  variant?: ComponentProps<typeof Button>['variant']
  size?: ComponentProps<typeof Button>['size']
  className?: string
}

/** Has a PDF made, says how far it is, and hands it to the browser. What goes wrong is told, with a way to try again. */
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
        if (n === LOOKS) throw new Error('It takes longer than usual. Try again in a minute.')
        setPercent(info.progress)
        await new Promise((go) => setTimeout(go, LOOK_MS[Math.min(n, LOOK_MS.length - 1)]))
        info = await client.documents.get({ id: info.id })
      }
      if (info.state === 'failed') throw new Error('It could not be made. Try again; if it fails again, tell us.')
      setPercent(100)
      const r = await call(`/api/v1/documents/${info.id}/content`)
      if (!r.ok) throw await failed(r)
      save(await r.blob(), info.name)
    } catch (e) {
      if (gone.current) return
      toast({
        tone: 'destructive',
        title: 'There is no PDF',
        description: failureOf(e)?.message ?? (e as Error).message,
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
        {busy ? <span className="tabular">{percent > 0 ? `Making PDF, ${percent}%` : 'Making PDF'}</span> : label}
      </Button>
      <span role="status" className="sr-only">
        {busy ? 'The PDF is being made.' : ''}
      </span>
    </>
  )
}
