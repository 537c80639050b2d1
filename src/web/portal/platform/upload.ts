import { ORPCError } from '@orpc/client'
import type { z } from 'zod'
import type { FileInfo } from '../../../contract/files.ts'
import { call, callHeaders, failed } from './api.ts'

export type UploadedFile = z.infer<typeof FileInfo>

type Sending = { onProgress: (share: number) => void; signal: AbortSignal }

/** Sends one file and reports how much is through, 0 to 1. Rejects with a Failure. */
export const upload = (file: File, options: Sending): Promise<UploadedFile> =>
  putFile(`/files?name=${encodeURIComponent(file.name)}`, file, options)

/** Puts a file to an address below /api/v1 and gives the answer, as `upload` does. (fetch cannot report progress.) */
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
      else no(await failed(r))
    }
    const broken = () => no(new ORPCError('OFFLINE', { status: 503, message: 'The connection broke. Try again.' }))
    request.onerror = broken
    request.ontimeout = broken
    request.onabort = () => no(new DOMException('Aborted', 'AbortError'))
    options.signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

/** The bytes of a file. Rejects with a Failure. */
export async function download(id: string): Promise<Blob> {
  const r = await call(`/api/v1/files/${id}/content`)
  if (!r.ok) throw await failed(r)
  return r.blob()
}

/** Hands bytes to the browser as a download under a name. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const a = document.createElement('a')
  a.href = url
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
