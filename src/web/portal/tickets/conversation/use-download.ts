import { useState } from 'react'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { parseFailure } from '../../platform/data/api.ts'
import { saveFile } from '../../platform/data/upload.ts'
import type { FileInfo } from '../model.ts'
import { loadFileBytes } from './file-blobs.ts'

/** Returns a function that downloads a file, and whether the download is pending. Shows a toast if it fails. */
export function useDownload(file: FileInfo | undefined) {
  const [pending, setPending] = useState(false)
  async function run() {
    if (!file) return
    setPending(true)
    try {
      saveFile(await loadFileBytes(file.id), file.name)
    } catch (e) {
      showToast({
        title: `${file.name} was not downloaded`,
        description: parseFailure(e)?.message ?? 'Check your connection and try again.',
        tone: 'destructive',
        action: { label: 'Try again', onClick: () => void run() },
      })
    } finally {
      setPending(false)
    }
  }
  return { pending, run: () => void run() }
}
