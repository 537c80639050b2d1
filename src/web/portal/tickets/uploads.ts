import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { FileItem } from '../../ui/file-drop.tsx'
import { failureOf } from '../platform/api.ts'
import { type UploadedFile, upload } from '../platform/upload.ts'

/** Largest file and most files of one message, as the server has it (contract/files.ts). */
const MAX_BYTES = 25 * 1024 * 1024
const MAX_FILES = 20
const AT_ONCE = 3
/** Answers that say something about the file itself: the same file gets them again. */
const refusedForGood = new Set([400, 413, 415, 422])

/** What may be attached, in words. */
export const filesHint = 'Up to 20 files, 25 MB each.'

type Entry = FileItem & { file?: File; uploaded?: UploadedFile; stop?: AbortController }

/** Files on their way to the server, or there already. */
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
      if (file.size > MAX_BYTES) return refuse('Larger than 25 MB. Attach a smaller file, or a link to it.')
      if (file.size === 0) return refuse('This file is empty, or a folder. Put a folder into a zip file.')
      if (room-- <= 0) return refuse('At most 20 files on one message. Send it with the next.')
      return { ...entry, file, progress: 0 }
    })
    this.put([...this.entries, ...added])
    this.work()
  }

  /** Puts files back that the server has already. */
  restore(files: readonly UploadedFile[]) {
    const known = new Set(this.entries.map((e) => e.uploaded?.id))
    const back = files
      .filter((f) => !known.has(f.id))
      .map((f): Entry => ({ id: `file-${++this.next}`, name: f.name, size: f.size, uploaded: f }))
    if (back.length > 0) this.put([...back, ...this.entries])
  }

  /** Exactly these, which the server has already; what is on its way or failed stays. */
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

  /** Says of every file that the server has lost it. */
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

  /** Forgets all; what is still under way is stopped. */
  clear() {
    this.cleared++
    for (const e of this.entries) e.stop?.abort()
    this.put([])
  }

  /** Resolves once nothing is under way: with the files, or undefined when one failed or all were forgotten. */
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
      const uploaded = await upload(file, {
        signal: stop.signal,
        onProgress: (progress) => this.patch(id, { progress }),
      })
      this.patch(id, { uploaded, progress: undefined, stop: undefined })
    } catch (e) {
      if (!stop.signal.aborted) {
        const failure = failureOf(e)
        this.patch(id, {
          error: failure?.message ?? 'The upload did not work. Try again.',
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

/** The files of one form or composer: what to show of them, and what can be done. */
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

/** Pasted pictures are all called "image.png": they get the time as name. */
function nameOfPasted(file: File, now: Date = new Date()): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const time = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
    .replaceAll(':', '.')
  return new File([file], file.name.replace(/^image/, `Screenshot ${time}`), { type: file.type })
}

/** Takes the files out of a paste. Text wins: cells of a spreadsheet bring a picture of themselves along. */
export function pastedFiles(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/plain')) return []
  return [...data.files].map((file) => nameOfPasted(file))
}
