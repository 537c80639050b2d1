import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { fileSize } from '../../ui/file-drop.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, failed, failureOf } from '../platform/api.ts'
import { save } from '../platform/upload.ts'
import { exportQuery, type ListFilter } from './list-filter.ts'

/** Reads an answer of unknown length and tells how much is there. */
async function readAll(r: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const reader = r.body?.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done || !value) break
    parts.push(value)
    bytes += value.length
    onBytes(bytes)
  }
  return new Blob(parts, { type: 'text/csv' })
}

/** Saves every ticket that passes the filter as CSV. Goes on when the reader leaves the screen. */
export function ExportButton({ filter }: { filter: ListFilter }) {
  const [bytes, setBytes] = useState<number>()
  async function run() {
    setBytes(0)
    try {
      const r = await call(`/api/v1/tickets.csv?${exportQuery(filter)}`)
      if (!r.ok) throw await failed(r)
      const day = new Date().toISOString().slice(0, 10)
      save(await readAll(r, setBytes), `tickets-${day}.csv`)
      toast({ title: 'Tickets exported', description: `tickets-${day}.csv is in your downloads.`, tone: 'good' })
    } catch (e) {
      toast({
        title: 'The export did not work',
        description: failureOf(e)?.message ?? 'The connection broke before the end. Try again.',
        tone: 'destructive',
        action: { label: 'Try again', onClick: () => void run() },
      })
    } finally {
      setBytes(undefined)
    }
  }
  return (
    <Button icon={<Download aria-hidden className="size-4" />} pending={bytes !== undefined} onClick={() => void run()}>
      <span className="tabular">{bytes ? `Exporting ${fileSize(bytes)}` : 'Export CSV'}</span>
    </Button>
  )
}
