import {
  Download,
  File,
  FileArchive,
  FileAudio,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  ImageOff,
} from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { formatFileSize } from '../../../../contract/plain/file-sizes.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useOnDemand } from '../../platform/loading/on-demand.tsx'
import type { FileInfo } from '../model.ts'
import { useFileUrl, useNear } from './file-blobs.ts'
import { useDownload } from './use-download.ts'

const loadLightbox = () => import('./lightbox.tsx')

/** The attachments of a message: images as thumbnails, all other files as rows. */
export const Attachments = memo(function Attachments({ files }: { files: readonly FileInfo[] }) {
  const [open, setOpen] = useState<number>()
  const box = useOnDemand(loadLightbox)
  const pictures = files.filter((f) => f.inline && f.type.startsWith('image/'))
  const others = files.filter((f) => !pictures.includes(f))
  // Images first, then files that can be read as text: the lightbox steps through both.
  const shown = [...pictures, ...others.filter(isReadable)]
  if (files.length === 0) return null
  return (
    <div className="mt-3 flex flex-col gap-2">
      {pictures.length > 0 && (
        <ul aria-label="Images" className="flex flex-wrap gap-2">
          {pictures.map((file, index) => (
            <li key={file.id}>
              <Thumbnail file={file} onOpen={() => void box.get().then((loaded) => setOpen(loaded && index))} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul aria-label="Files" className="flex flex-col divide-y divide-line rounded-md border border-line bg-ink/40">
          {others.map((file) => (
            <li key={file.id}>
              <FileLine
                file={file}
                onOpen={
                  isReadable(file)
                    ? () => void box.get().then((loaded) => setOpen(loaded && shown.indexOf(file)))
                    : undefined
                }
              />
            </li>
          ))}
        </ul>
      )}
      {box.module && <box.module.Lightbox files={shown} open={open} onOpen={setOpen} />}
    </div>
  )
})

function Thumbnail({ file, onOpen }: { file: FileInfo; onOpen: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const { url, failed, retry } = useFileUrl(file.id, useNear(button))
  const [broken, setBroken] = useState(false)
  const lost = failed || broken
  return (
    <button
      ref={button}
      type="button"
      aria-label={lost && !broken ? `Reload ${file.name}` : `Open image ${file.name}`}
      title={file.name}
      onClick={failed ? retry : onOpen}
      className="group relative grid h-28 w-40 place-items-center overflow-hidden rounded-md border border-line bg-ink transition-colors hover:border-edge max-sm:w-36"
    >
      {lost ? (
        <span className="flex flex-col items-center gap-1.5 px-2 text-muted text-xs">
          <ImageOff aria-hidden className="size-4" />
          {broken ? 'Can’t be displayed' : 'Couldn’t be loaded. Try again'}
        </span>
      ) : url ? (
        <img src={url} alt="" onError={() => setBroken(true)} className="size-full object-cover" />
      ) : (
        <Skeleton className="size-full !rounded-none" />
      )}
      <span className="absolute inset-x-0 bottom-0 truncate bg-ink/85 px-2 py-1 text-left text-text text-xs opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100">
        {file.name}
      </span>
    </button>
  )
}

const kinds: [RegExp, typeof File][] = [
  [/^image\//, FileImage],
  [/^audio\//, FileAudio],
  [/^video\//, FileVideo],
  [/zip|gzip|7z|tar|rar/, FileArchive],
  [/csv|spreadsheet|excel/, FileSpreadsheet],
  [/^text\/|pdf|word|json|xml/, FileText],
]

/** Returns whether a file can be shown as plain text and is small enough for that. */
const isReadable = (file: FileInfo) =>
  (/^text\/(?!html)|^application\/json$/.test(file.type) || /\.(txt|log|csv|md|json|ini|ya?ml)$/i.test(file.name)) &&
  file.size <= 512_000

function FileLine({ file, onOpen }: { file: FileInfo; onOpen: (() => void) | undefined }) {
  const { pending, run } = useDownload(file)
  const Icon = kinds.find(([pattern]) => pattern.test(file.type))?.[1] ?? File
  return (
    <div className="flex items-center gap-2.5 py-1.5 pr-1.5 pl-3">
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      {onOpen ? (
        <button
          type="button"
          title={file.name}
          aria-label={`View ${file.name}`}
          onClick={onOpen}
          className="min-w-0 truncate rounded-[4px] py-1 text-left underline decoration-line underline-offset-3 hover:decoration-accent max-md:min-h-9"
        >
          {file.name}
        </button>
      ) : (
        <span className="min-w-0 truncate" title={file.name}>
          {file.name}
        </span>
      )}
      <span className="tabular shrink-0 text-muted text-xs">{formatFileSize(file.size)}</span>
      <span className="ml-auto">
        <IconButton
          size="sm"
          className="max-md:!size-9"
          label={`Download ${file.name}`}
          title="Download"
          icon={<Download aria-hidden className="size-4" />}
          pending={pending}
          onClick={run}
        />
      </span>
    </div>
  )
}
