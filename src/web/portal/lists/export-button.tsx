import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useOnDemand } from '../platform/on-demand.tsx'

const load = () => import('./export-csv.ts')

interface ExportButtonProps {
  /** The route below /api/v1, with its query. */
  path: string
  /** What is exported, in the plural; names the file. */
  many: string
}

/** Saves everything that passes the filter as CSV. Goes on when the reader leaves the screen. */
export function ExportButton({ path, many }: ExportButtonProps) {
  const { get, pending } = useOnDemand(load)
  // Undefined: no export is under way; empty: nothing has come yet.
  const [size, setSize] = useState<string>()
  async function run() {
    const loaded = await get()
    if (!loaded) return
    setSize('')
    await loaded.exportCsv(path, many, setSize)
    setSize(undefined)
  }
  return (
    <Button
      icon={<Download aria-hidden className="size-4" />}
      pending={pending || size !== undefined}
      onClick={() => void run()}
    >
      <span className="tabular">{size ? `Exporting ${size}` : 'Export CSV'}</span>
    </Button>
  )
}
