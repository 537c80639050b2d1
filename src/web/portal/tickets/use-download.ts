import { useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { failureOf } from '../platform/api.ts'
import { save } from '../platform/upload.ts'
import { fileBytes } from './file-blobs.ts'
import type { FileInfo } from './model.ts'

/** Saves a file, and says when that did not work. */
export function useDownload(file: FileInfo | undefined) {
  const [pending, setPending] = useState(false)
  async function run() {
    if (!file) return
    setPending(true)
    try {
      save(await fileBytes(file.id), file.name)
    } catch (e) {
      toast({
        title: `${file.name} was not downloaded`,
        description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
        tone: 'destructive',
        action: { label: 'Try again', onClick: () => void run() },
      })
    } finally {
      setPending(false)
    }
  }
  return { pending, run: () => void run() }
}
