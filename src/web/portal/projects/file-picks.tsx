import { Download, FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { FileDrop, type FileItem, FileList, fileSize } from '../../ui/file-drop.tsx'
import { toast } from '../../ui/toast.tsx'
import { failureOf } from '../platform/api.ts'
import { download, save, type UploadedFile, upload } from '../platform/upload.ts'

type Pick = FileItem & { file: File; uploaded?: string }

/** Files that were chosen, uploading at once. `ids` are those that are there; `busy` while some are not. */
export function useFilePicks() {
  const [picks, setPicks] = useState<Pick[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const change = (id: string, more: Partial<Pick>) =>
    setPicks((now) => now.map((p) => (p.id === id ? { ...p, ...more } : p)))
  async function send(id: string, file: File) {
    const stop = new AbortController()
    stops.current.set(id, stop)
    try {
      const done = await upload(file, { signal: stop.signal, onProgress: (progress) => change(id, { progress }) })
      setPicks((now) =>
        now.map(({ progress: _, ...p }) =>
          p.id === id ? { ...p, uploaded: done.id } : { ...p, ...(_ === undefined ? {} : { progress: _ }) },
        ),
      )
    } catch (e) {
      if (!stop.signal.aborted) change(id, { error: failureOf(e)?.message ?? 'It was not uploaded. Try again.' })
    }
  }
  return {
    items: picks,
    ids: picks.flatMap((p) => p.uploaded ?? []),
    busy: picks.some((p) => !p.uploaded && !p.error),
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

/** A place to add files, and those that were. */
export function FilePicks({ picks, label }: { picks: ReturnType<typeof useFilePicks>; label: string }) {
  return (
    <div className="flex flex-col gap-2">
      <FileDrop label={label} hint="Up to 25 MB each." onFiles={picks.add} />
      <FileList items={picks.items} onRemove={picks.remove} onRetry={picks.retry} />
    </div>
  )
}

async function fetchFile(file: UploadedFile) {
  try {
    save(await download(file.id), file.name)
  } catch (e) {
    toast({
      title: `${file.name} was not downloaded`,
      description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
      tone: 'destructive',
      action: { label: 'Try again', onClick: () => void fetchFile(file) },
    })
  }
}

/** Files as lines; each is downloaded by a press. `about` is said beside its size. */
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
            <span className="tabular shrink-0 text-muted text-xs">{fileSize(file.size)}</span>
            <Download aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  )
}
