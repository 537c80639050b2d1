import { fileSize } from '../../ui/file-drop.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, failed, failureOf } from '../platform/api.ts'
import { save } from '../platform/upload.ts'
import { capital } from './words.ts'

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

/** Saves the CSV at `path` below /api/v1 as `many`, tells its size as it grows, and says how it ended. */
export async function exportCsv(path: string, many: string, onSize: (size: string) => void): Promise<void> {
  const name = `${many.replaceAll(' ', '-')}-${new Date().toISOString().slice(0, 10)}.csv`
  try {
    const r = await call(`/api/v1${path}`)
    if (!r.ok) throw await failed(r)
    save(await readAll(r, (bytes) => onSize(fileSize(bytes))), name)
    toast({ title: `${capital(many)} exported`, description: `${name} is in your downloads.`, tone: 'good' })
  } catch (e) {
    toast({
      title: 'The export did not work',
      description: failureOf(e)?.message ?? 'The connection broke before the end. Try again.',
      tone: 'destructive',
      action: { label: 'Try again', onClick: () => void exportCsv(path, many, () => {}) },
    })
  }
}
