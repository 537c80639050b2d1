import { formatFileSize } from '../../../contract/plain/file-sizes.ts'
import { getNowDate } from '../../ui/clock.ts'
import { showToast } from '../../ui/overlays/toast.tsx'
import { fetchWithSession, parseFailure, readFailure } from '../platform/data/api.ts'
import { saveFile } from '../platform/data/upload.ts'
import { capitalize } from './words.ts'

/** Reads a response of unknown length and reports how much has arrived. */
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

/**
 * Downloads the CSV at `path` below /api/v1, named after `many`. Reports its size as it grows, and the result in a
 * toast.
 */
export async function exportCsv(path: string, many: string, onSize: (size: string) => void): Promise<void> {
  const name = `${many.replaceAll(' ', '-')}-${getNowDate().toISOString().slice(0, 10)}.csv`
  try {
    const r = await fetchWithSession(`/api/v1${path}`)
    if (!r.ok) throw await readFailure(r)
    saveFile(await readAll(r, (bytes) => onSize(formatFileSize(bytes))), name)
    showToast({ title: `${capitalize(many)} exported`, description: `${name} is in your downloads.`, tone: 'good' })
  } catch (e) {
    showToast({
      title: 'Export failed',
      description: parseFailure(e)?.message ?? 'The connection was lost before the export finished. Try again.',
      tone: 'destructive',
      action: { label: 'Try again', onClick: () => void exportCsv(path, many, () => {}) },
    })
  }
}
