import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button'

/** A button that copies a text and confirms it for two seconds. `label` names the text, such as "Copy API key". */
export function CopyButton({ text, label, onCopied }: { text: string; label: string; onCopied?: () => void }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <IconButton
        size="sm"
        className="max-md:!-my-2"
        label={label}
        icon={copied ? <Check aria-hidden className="size-4 text-good" /> : <Copy aria-hidden className="size-4" />}
        onClick={() =>
          navigator.clipboard.writeText(text).then(() => {
            setCopied(true)
            onCopied?.()
          })
        }
      />
      <span aria-live="polite" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}
