import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'

interface AttachButtonProps {
  onFiles: (files: File[]) => void
  /** Hides the label on phones. */
  tight?: boolean
}

/** A button that opens the system's file dialog. */
export function AttachButton({ onFiles, tight }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="ghost"
        icon={<Paperclip aria-hidden className="size-4" />}
        onClick={() => input.current?.click()}
      >
        <span className={cx(tight && 'max-sm:sr-only')}>Attach files</span>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Attach files"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
