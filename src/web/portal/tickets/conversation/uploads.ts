import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { MAX_FILE_BYTES, MAX_FILE_MB, MAX_FILES } from '../../../../contract/plain/file-limits.ts'
import { getNowDate } from '../../../ui/clock.ts'
import type { FileItem } from '../../../ui/forms/file-drop.tsx'
import { parseFailure } from '../../platform/data/api.ts'
import { type UploadedFile, uploadFile } from '../../platform/data/upload.ts'

/** Number of files that are uploaded at the same time. */
const AT_ONCE = 3
/** Statuses that reject the file itself: a retry would fail again. */
const refusedForGood = new Set([400, 413, 415, 422])

/** The limits for attachments, as shown. */
export const filesHint = `Up to ${MAX_FILES} files, ${MAX_FILE_MB} MB each.`

type Entry = FileItem & { file?: File; uploaded?: UploadedFile; stop?: AbortController }

/** Files that are being uploaded or have been uploaded. */
class UploadQueue {
  private entries: readonly Entry[] = []
  private readonly listeners = new Set<() => void>()
  private next = 0
  private cleared = 0

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }
  snapshot = () => this.entries

  private put(entries: readonly Entry[]) {
    this.entries = entries
    for (const listener of this.listeners) listener()
  }
  private patch(id: string, change: Partial<Entry>) {
    this.put(this.entries.map((e) => (e.id === id ? { ...e, ...change } : e)))
  }

  add(files: readonly File[]) {
    let room = MAX_FILES - this.entries.filter((e) => !e.final).length
    const added = files.map((file): Entry => {
      const entry = { id: `file-${++this.next}`, name: file.name, size: file.size }
      const refuse = (error: string) => ({ ...entry, error, final: true })
      if (file.size > MAX_FILE_BYTES)
        return refuse(`This file is larger than ${MAX_FILE_MB} MB. Attach a smaller file or a link to it.`)
      if (file.size === 0) return refuse('This is an empty file or a folder. To attach a folder, zip it first.')
      if (room-- <= 0)
        return refuse(`You can attach up to ${MAX_FILES} files to a message. Send this file with your next message.`)
      return { ...entry, file, progress: 0 }
    })
    this.put([...this.entries, ...added])
    this.work()
  }

  /** Adds files that are already on the server. */
  restore(files: readonly UploadedFile[]) {
    const known = new Set(this.entries.map((e) => e.uploaded?.id))
    const back = files
      .filter((f) => !known.has(f.id))
      .map((f): Entry => ({ id: `file-${++this.next}`, name: f.name, size: f.size, uploaded: f }))
    if (back.length > 0) this.put([...back, ...this.entries])
  }

  /** Keeps exactly these uploaded files. Files that are in progress or failed stay. */
  keepOnly(files: readonly UploadedFile[]) {
    const wanted = new Set(files.map((f) => f.id))
    this.put(this.entries.filter((e) => !e.uploaded || wanted.has(e.uploaded.id)))
    this.restore(files)
  }

  remove(id: string) {
    this.entries.find((e) => e.id === id)?.stop?.abort()
    this.put(this.entries.filter((e) => e.id !== id))
    this.work()
  }

  retry(id: string) {
    const entry = this.entries.find((e) => e.id === id)
    if (!entry?.file) return
    this.patch(id, { error: undefined, progress: 0, uploaded: undefined })
    this.work()
  }

  /** Marks every uploaded file as lost on the server. */
  lose() {
    this.put(
      this.entries.map((e) =>
        e.uploaded
          ? {
              ...e,
              uploaded: undefined,
              final: !e.file,
              error: `The server no longer has this file. ${e.file ? 'Upload it again.' : 'Remove it and attach it again.'}`,
            }
          : e,
      ),
    )
  }

  /** Removes all files and stops uploads in progress. */
  clear() {
    this.cleared++
    for (const e of this.entries) e.stop?.abort()
    this.put([])
  }

  /** Resolves when no upload is in progress: with the files, or with undefined if one failed or all were removed. */
  settled(): Promise<UploadedFile[] | undefined> {
    const { cleared } = this
    return new Promise((done) => {
      const look = () => {
        if (cleared !== this.cleared) {
          off()
          done(undefined)
          return
        }
        if (this.entries.some((e) => e.progress !== undefined && !e.error)) return
        off()
        done(this.entries.some((e) => e.error) ? undefined : this.entries.flatMap((e) => e.uploaded ?? []))
      }
      const off = this.subscribe(look)
      look()
    })
  }

  private work() {
    const running = this.entries.filter((e) => e.stop).length
    const waiting = this.entries.filter((e) => e.file && e.progress !== undefined && !e.stop && !e.error)
    for (const entry of waiting.slice(0, Math.max(0, AT_ONCE - running))) void this.send(entry)
  }

  private async send({ id, file }: Entry) {
    if (!file) return
    const stop = new AbortController()
    this.patch(id, { stop })
    try {
      const uploaded = await uploadFile(file, {
        signal: stop.signal,
        onProgress: (progress) => this.patch(id, { progress }),
      })
      this.patch(id, { uploaded, progress: undefined, stop: undefined })
    } catch (e) {
      if (!stop.signal.aborted) {
        const failure = parseFailure(e)
        this.patch(id, {
          error: failure?.message ?? 'The upload failed. Try again.',
          final: refusedForGood.has(failure?.status ?? 0),
          progress: undefined,
          stop: undefined,
        })
      }
    }
    this.work()
  }
}

const nothing: readonly Entry[] = []

/** Returns the files of one form or composer, their counts by state, and the actions on them. */
export function useUploads() {
  const queue = useRef<UploadQueue>(null)
  queue.current ??= new UploadQueue()
  const q = queue.current
  const items = useSyncExternalStore(q.subscribe, q.snapshot, () => nothing)
  useEffect(() => () => q.clear(), [q])
  const actions = useMemo(
    () => ({
      add: (files: readonly File[]) => q.add(files),
      restore: (files: readonly UploadedFile[]) => q.restore(files),
      keepOnly: (files: readonly UploadedFile[]) => q.keepOnly(files),
      remove: (id: string) => q.remove(id),
      retry: (id: string) => q.retry(id),
      lose: () => q.lose(),
      clear: () => q.clear(),
      settled: () => q.settled(),
    }),
    [q],
  )
  const uploaded = useMemo(() => items.flatMap((e) => e.uploaded ?? []), [items])
  const running = items.filter((e) => e.progress !== undefined).length
  const failed = items.filter((e) => e.error).length
  return useMemo(() => ({ ...actions, items, uploaded, running, failed }), [actions, items, uploaded, running, failed])
}

/** Pasted images are all called "image.png", so they are named by the time. */
function nameOfPasted(file: File, now: Date = getNowDate()): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const time = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
    .replaceAll(':', '.')
  return new File([file], file.name.replace(/^image/, `Screenshot ${time}`), { type: file.type })
}

/** Returns the files of a paste. Text wins, because spreadsheet cells are pasted with an image of themselves. */
export function listPastedFiles(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/plain')) return []
  return [...data.files].map((file) => nameOfPasted(file))
}
