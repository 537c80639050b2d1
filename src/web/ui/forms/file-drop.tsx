import { FileText, RotateCw, Upload, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatFileSize } from '../../../contract/plain/file-sizes.ts'
import { IconButton } from '../button'
import { cx } from '../cx'
import { Progress } from '../progress'

interface FileDropProps {
  /** The action, such as "Add attachments". */
  label: ReactNode
  /** The accepted types and sizes. */
  hint?: ReactNode
  /** As for `<input type="file">`; dropped and pasted files are not filtered by it. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: File[]) => void
}

/** Accepts files by click, by drag and drop, and by paste anywhere in the surrounding form. */
export function FileDrop({ label, hint, accept, multiple = true, disabled = false, onFiles }: FileDropProps) {
  const zone = useRef<HTMLLabelElement>(null)
  const id = useId()
  const [over, setOver] = useState(false)
  const take = useRef<(files: FileList | undefined) => boolean>(null)
  useEffect(() => {
    take.current = (files) => {
      if (disabled || !files?.length) return false
      onFiles(multiple ? [...files] : [...files].slice(0, 1))
      return true
    }
  })

  useEffect(() => {
    const place: HTMLElement | null = zone.current && (zone.current.closest('form') ?? zone.current)
    if (!place) return
    function onPaste(event: ClipboardEvent) {
      if (take.current?.(event.clipboardData?.files)) event.preventDefault()
    }
    place.addEventListener('paste', onPaste)
    return () => place.removeEventListener('paste', onPaste)
  }, [])

  return (
    <label
      ref={zone}
      onDragOver={(event) => {
        if (disabled || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take.current?.(event.dataTransfer.files)
      }}
      className={cx(
        'relative flex items-center gap-3 rounded-md border border-dashed px-4 py-3.5 text-sm outline-accent outline-offset-2 transition-colors has-focus-visible:outline-2 has-disabled:opacity-50',
        over ? 'border-accent bg-accent/8' : 'border-edge hover:border-muted hover:bg-raised',
      )}
    >
      <Upload aria-hidden className={cx('size-4 shrink-0', over ? 'text-accent' : 'text-muted')} />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{over ? 'Drop files here' : label}</span>
        <span className="text-muted max-md:hidden">{!over && ': drag and drop, paste, or choose files'}</span>
        {hint && (
          <span id={id} className="block text-muted text-xs leading-5">
            {hint}
          </span>
        )}
      </span>
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-describedby={hint ? id : undefined}
        onChange={(event) => {
          take.current?.(event.currentTarget.files ?? undefined)
          event.currentTarget.value = ''
        }}
        className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer disabled:cursor-not-allowed"
      />
    </label>
  )
}

/** A file in a list, with its upload progress or error. */
export interface FileItem {
  id: string
  name: string
  size: number
  /** 0 to 1 during the upload; omitted when it is done. */
  progress?: number
  error?: string
  /** Whether a retry cannot help, as with a file that is too large. */
  final?: boolean
}

interface FileListProps {
  items: readonly FileItem[]
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}

/** Lists the chosen files. The caller uploads them. */
export function FileList({ items, onRemove, onRetry }: FileListProps) {
  if (items.length === 0) return null
  return (
    <ul className="divide-y divide-line rounded-md border border-line text-sm">
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
          <FileText aria-hidden className={cx('size-4 shrink-0', item.error ? 'text-bad' : 'text-muted')} />
          <div className="min-w-0 flex-1">
            <p className="flex gap-3">
              <span className="min-w-0 truncate">{item.name}</span>
              <span className="tabular ml-auto shrink-0 text-muted text-xs leading-5">{formatFileSize(item.size)}</span>
            </p>
            {item.error ? (
              <p className="text-bad text-xs">{item.error}</p>
            ) : (
              item.progress !== undefined && (
                <div className="mt-1.5">
                  <Progress hideLabel label={`Uploading ${item.name}`} value={item.progress} max={1} />
                </div>
              )
            )}
          </div>
          {item.error && !item.final && (
            <IconButton
              size="sm"
              label={`Retry ${item.name}`}
              icon={<RotateCw aria-hidden className="size-4" />}
              onClick={() => onRetry(item.id)}
            />
          )}
          <IconButton
            size="sm"
            label={`Remove ${item.name}`}
            icon={<X aria-hidden className="size-4" />}
            onClick={() => onRemove(item.id)}
          />
        </li>
      ))}
    </ul>
  )
}
