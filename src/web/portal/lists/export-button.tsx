import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useActions } from '../platform/actions.ts'
import { useOnDemand } from '../platform/loading/on-demand.tsx'

const load = () => import('./export-csv.ts')

interface ExportButtonProps {
  /** The route below /api/v1, with its query. */
  path: string
  /** The plural noun for the exported rows, which is also used in the file name. */
  many: string
}

/** Downloads everything that matches the filter as CSV. Continues when the reader leaves the screen. */
export function ExportButton({ path, many }: ExportButtonProps) {
  const { get, pending } = useOnDemand(load)
  // Undefined: no export is running. Empty: no data has arrived yet.
  const [size, setSize] = useState<string>()
  async function run() {
    const loaded = await get()
    if (!loaded) return
    setSize('')
    await loaded.exportCsv(path, many, setSize)
    setSize(undefined)
  }
  useActions([{ label: `Export ${many} as CSV`, also: 'download save spreadsheet excel', run: () => void run() }])
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
