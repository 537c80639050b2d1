import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useEffect } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { fileSize } from '../../ui/file-drop.tsx'
import { useFileUrl } from './file-blobs.ts'
import type { FileInfo } from './model.ts'
import { useDownload } from './use-download.ts'

interface LightboxProps {
  files: readonly FileInfo[]
  /** Which one is open. */
  open: number | undefined
  onOpen: (index: number | undefined) => void
}

/** A message's pictures in full, one at a time. Arrow keys turn. */
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
        file && `${fileSize(file.size)}${files.length > 1 ? `, picture ${(open ?? 0) + 1} of ${files.length}` : ''}`
      }
      footer={
        <>
          {files.length > 1 && (
            <span className="mr-auto flex gap-2 max-md:!flex-none">
              <IconButton
                variant="secondary"
                label="Picture before"
                icon={<ChevronLeft aria-hidden className="size-4" />}
                onClick={() => turn(-1)}
              />
              <IconButton
                variant="secondary"
                label="Next picture"
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
      {file && <Picture key={file.id} file={file} onTurn={turn} />}
    </Dialog>
  )
}

function Picture({ file, onTurn }: { file: FileInfo; onTurn: (step: number) => void }) {
  const { url, failed, retry } = useFileUrl(file.id, true)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key === 'ArrowLeft') onTurn(-1)
      if (event.key === 'ArrowRight') onTurn(1)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  if (failed) {
    return (
      <div className="grid min-h-60 place-content-center justify-items-center gap-3 text-muted">
        The picture did not load.
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
