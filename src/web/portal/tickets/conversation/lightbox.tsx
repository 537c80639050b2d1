import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatFileSize } from '../../../../contract/plain/file-sizes.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { getPressedKey } from '../../../ui/pressed-key.ts'
import type { FileInfo } from '../model.ts'
import { loadFileBytes, useFileUrl } from './file-blobs.ts'
import { useDownload } from './use-download.ts'

interface LightboxProps {
  files: readonly FileInfo[]
  /** The index of the open file. */
  open: number | undefined
  onOpen: (index: number | undefined) => void
}

/** Shows a message's images and text files at full size, one at a time. Arrow keys step through them. */
export function Lightbox({ files, open, onOpen }: LightboxProps) {
  const file = open === undefined ? undefined : files[open]
  const { pending, run } = useDownload(file)
  const turn = (step: number) => {
    if (open !== undefined) onOpen((open + step + files.length) % files.length)
  }
  return (
    <Dialog
      open={file !== undefined}
      onOpenChange={(next) => !next && onOpen(undefined)}
      size="xl"
      phone="full"
      title={<span className="[overflow-wrap:anywhere]">{file?.name}</span>}
      description={
        file && `${formatFileSize(file.size)}${files.length > 1 ? `, ${(open ?? 0) + 1} of ${files.length}` : ''}`
      }
      footer={
        <>
          {files.length > 1 && (
            <span className="mr-auto flex gap-2 max-md:!flex-none">
              <IconButton
                variant="secondary"
                label="Previous file"
                icon={<ChevronLeft aria-hidden className="size-4" />}
                onClick={() => turn(-1)}
              />
              <IconButton
                variant="secondary"
                label="Next file"
                icon={<ChevronRight aria-hidden className="size-4" />}
                onClick={() => turn(1)}
              />
            </span>
          )}
          <Button pending={pending} icon={<Download aria-hidden className="size-4" />} onClick={run}>
            Download
          </Button>
        </>
      }
    >
      {file &&
        (file.type.startsWith('image/') ? (
          <Picture key={file.id} file={file} onTurn={turn} />
        ) : (
          <PlainText key={file.id} file={file} onTurn={turn} />
        ))}
    </Dialog>
  )
}

/** Handles the arrow keys, wherever the focus is. */
function useArrows(onTurn: (step: number) => void) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const key = getPressedKey(event)
      if (key === 'ArrowLeft') onTurn(-1)
      if (key === 'ArrowRight') onTurn(1)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

/** Shows the content of a file as plain text, never as markup. */
function PlainText({ file, onTurn }: { file: FileInfo; onTurn: (step: number) => void }) {
  const [text, setText] = useState<string>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useArrows(onTurn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers a retry
  useEffect(() => {
    let gone = false
    setFailed(false)
    loadFileBytes(file.id)
      .then((blob) => blob.text())
      .then(
        (found) => !gone && setText(found),
        () => !gone && setFailed(true),
      )
    return () => {
      gone = true
    }
  }, [file.id, attempt])
  if (failed) {
    return (
      <div className="grid min-h-60 place-content-center justify-items-center gap-3 text-muted">
        Couldn’t load the file.
        <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>
      </div>
    )
  }
  return (
    <pre
      aria-busy={text === undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must scroll by keyboard
      tabIndex={0}
      className="scroll-thin max-h-[68dvh] min-h-60 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-ink p-4 font-mono text-xs leading-5 [overflow-wrap:anywhere]"
    >
      {text}
    </pre>
  )
}

function Picture({ file, onTurn }: { file: FileInfo; onTurn: (step: number) => void }) {
  const { url, failed, retry } = useFileUrl(file.id, true)
  useArrows(onTurn)
  if (failed) {
    return (
      <div className="grid min-h-60 place-content-center justify-items-center gap-3 text-muted">
        Couldn’t load the image.
        <Button onClick={retry}>Try again</Button>
      </div>
    )
  }
  return (
    <div className="grid min-h-60 place-items-center rounded-md bg-ink" aria-busy={!url}>
      {url && <img src={url} alt={file.name} className="max-h-[68dvh] max-w-full rounded-sm object-contain" />}
    </div>
  )
}
