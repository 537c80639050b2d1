import { Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { listPastedFiles } from './uploads.ts'

interface DropTargetProps {
  onFiles: (files: File[]) => void
  className?: string
  children: ReactNode
}

/** Accepts files that are dropped or pasted anywhere on its content. */
export function DropTarget({ onFiles, className, children }: DropTargetProps) {
  const [over, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be pasted or chosen by keyboard
    <div
      className={cx('relative', className)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      }}
      onPaste={(event) => {
        const files = listPastedFiles(event.clipboardData)
        if (files.length === 0) return
        event.preventDefault()
        onFiles(files)
      }}
    >
      {children}
      {over && (
        <div
          aria-hidden
          className="pointer-events-none absolute -inset-2 z-20 grid place-items-center rounded-lg border border-accent border-dashed bg-ink/85"
        >
          <span className="flex items-center gap-2 font-medium text-accent">
            <Upload className="size-4" />
            Drop to attach
          </span>
        </div>
      )}
    </div>
  )
}
