import { ORPCError } from '@orpc/client'
import type { z } from 'zod'
import type { FileInfo } from '../../../../contract/files.ts'
import { callHeaders, fetchWithSession, readFailure } from './api.ts'

export type UploadedFile = z.infer<typeof FileInfo>

type Sending = { onProgress: (share: number) => void; signal: AbortSignal }

/** Uploads one file and reports progress from 0 to 1. Rejects with a Failure. */
export const uploadFile = (file: File, options: Sending): Promise<UploadedFile> =>
  putFile(`/files?name=${encodeURIComponent(file.name)}`, file, options)

/**
 * Uploads a file to a path below /api/v1 and returns the response, like `uploadFile`. Uses XMLHttpRequest because fetch
 * reports no progress.
 */
export async function putFile<Answer>(path: string, file: File, options: Sending): Promise<Answer> {
  const headers = await callHeaders()
  return new Promise((ok, no) => {
    const request = new XMLHttpRequest()
    request.open('PUT', `/api/v1${path}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = (e) => options.onProgress(e.lengthComputable && e.total > 0 ? e.loaded / e.total : 0)
    request.onload = async () => {
      const r = new Response(request.responseText, { status: request.status })
      if (r.ok) ok((await r.json()) as Answer)
      else no(await readFailure(r))
    }
    const broken = () => no(new ORPCError('OFFLINE', { status: 503, message: 'The connection was lost. Try again.' }))
    request.onerror = broken
    request.ontimeout = broken
    request.onabort = () => no(new DOMException('Aborted', 'AbortError'))
    options.signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

/** Returns the content of a file. Rejects with a Failure. */
export async function downloadFile(id: string): Promise<Blob> {
  const r = await fetchWithSession(`/api/v1/files/${id}/content`)
  if (!r.ok) throw await readFailure(r)
  return r.blob()
}

/** Saves a blob as a download with this name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const a = document.createElement('a')
  a.href = url
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
