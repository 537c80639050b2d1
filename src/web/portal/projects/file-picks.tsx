import { Download, FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { MAX_FILE_MB } from '../../../contract/plain/file-limits.ts'
import { formatFileSize } from '../../../contract/plain/file-sizes.ts'
import { FileDrop, type FileItem, FileList } from '../../ui/forms/file-drop.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { downloadFile, saveFile, type UploadedFile, uploadFile } from '../platform/data/upload.ts'

/** Shown instead of sending a form with a failed upload, because the file would be missing. */
export const UPLOAD_FAILED = 'Some files couldn’t be uploaded. Retry or remove them, then try again.'

type Pick = FileItem & { file: File; uploaded?: string }

/**
 * Returns the selected files, which are uploaded immediately, and functions that add and remove them. `ids` are the
 * uploaded files, `busy` is true while uploads are pending, and `failed` if one of them failed.
 */
export function useFilePicks() {
  const [picks, setPicks] = useState<Pick[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const change = (id: string, more: Partial<Pick>) =>
    setPicks((now) => now.map((p) => (p.id === id ? { ...p, ...more } : p)))
  async function send(id: string, file: File) {
    const stop = new AbortController()
    stops.current.set(id, stop)
    try {
      const done = await uploadFile(file, { signal: stop.signal, onProgress: (progress) => change(id, { progress }) })
      setPicks((now) =>
        now.map(({ progress: _, ...p }) =>
          p.id === id ? { ...p, uploaded: done.id } : { ...p, ...(_ === undefined ? {} : { progress: _ }) },
        ),
      )
    } catch (e) {
      if (!stop.signal.aborted) change(id, { error: parseFailure(e)?.message ?? 'The upload failed. Try again.' })
    }
  }
  return {
    items: picks,
    ids: picks.flatMap((p) => p.uploaded ?? []),
    busy: picks.some((p) => !p.uploaded && !p.error),
    failed: picks.some((p) => p.error),
    add: (files: File[]) => {
      const fresh = files.map((file) => ({
        id: crypto.randomUUID(),
        name: file.name,
        size: file.size,
        progress: 0,
        file,
      }))
      setPicks((now) => [...now, ...fresh])
      for (const { id, file } of fresh) void send(id, file)
    },
    remove: (id: string) => {
      stops.current.get(id)?.abort()
      setPicks((now) => now.filter((p) => p.id !== id))
    },
    retry: (id: string) => {
      const pick = picks.find((p) => p.id === id)
      if (!pick) return
      setPicks((now) =>
        now.map(({ error: _, ...p }) => (p.id === id ? { ...p, progress: 0 } : { ...p, ...(_ ? { error: _ } : {}) })),
      )
      void send(id, pick.file)
    },
    clear: () => setPicks([]),
  }
}

/** A drop zone for files, and the files that were added. */
export function FilePicks({ picks, label }: { picks: ReturnType<typeof useFilePicks>; label: string }) {
  return (
    <div className="flex flex-col gap-2">
      <FileDrop label={label} hint={`Up to ${MAX_FILE_MB} MB each.`} onFiles={picks.add} />
      <FileList items={picks.items} onRemove={picks.remove} onRetry={picks.retry} />
    </div>
  )
}

async function fetchFile(file: UploadedFile) {
  try {
    saveFile(await downloadFile(file.id), file.name)
  } catch (e) {
    showToast({
      title: `${file.name} was not downloaded`,
      description: parseFailure(e)?.message ?? 'Check your connection and try again.',
      tone: 'destructive',
      action: { label: 'Try again', onClick: () => void fetchFile(file) },
    })
  }
}

/** Lists files with download links. `about` is shown next to the size. */
export function FileLines<F extends UploadedFile>({
  files,
  about,
}: {
  files: readonly F[]
  about?: (file: F) => React.ReactNode
}) {
  if (files.length === 0) return null
  return (
    <ul className="flex flex-col divide-y divide-line rounded-md border border-line text-sm">
      {files.map((file) => (
        <li key={file.id}>
          <button
            type="button"
            aria-label={`Download ${file.name}`}
            onClick={() => void fetchFile(file)}
            className="flex min-h-11 w-full items-center gap-3 px-3.5 py-2 text-left -outline-offset-2 transition-colors hover:bg-raised"
          >
            <FileText aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{file.name}</span>
              {about && <span className="block text-muted text-xs">{about(file)}</span>}
            </span>
            <span className="tabular shrink-0 text-muted text-xs">{formatFileSize(file.size)}</span>
            <Download aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  )
}
