import { Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Progress } from '../../ui/progress.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { parseFailure, client as server } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { importOptions, importsOptions, refreshContacts } from './contact-queries.ts'
import { ImportFigure, ProblemsButton } from './import-result.tsx'
import { ImportState } from './import-upload.tsx'
import type { ImportDetail, Side } from './model.ts'

const ConfirmDialog = lazy(() => import('../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))
const number = (n: number) => n.toLocaleString('en-US')

interface ImportRunProps {
  file: ImportDetail
  side: Side
  /** Continues with another file. */
  onAgain: () => void
}

/** The third step: the progress of the import, and its result. */
export function ImportRun({ file, side, onAgain }: ImportRunProps) {
  const [asking, setAsking] = useState(false)
  const { counts, state, total, done } = file
  const running = state === 'running'
  const list = side === 'staff' ? '/admin/contacts?tab=contacts&' : '/contacts?'

  async function undo() {
    try {
      const { removed, kept, clientsRemoved } = await server.contacts.undoImport({ id: file.id })
      const clients =
        clientsRemoved > 0 ? ` and ${number(clientsRemoved)} ${clientsRemoved === 1 ? 'client' : 'clients'}` : ''
      showToast({
        title: `${number(removed)} ${removed === 1 ? 'contact' : 'contacts'}${clients} removed`,
        description:
          kept > 0
            ? kept === 1
              ? '1 contact that was changed since the import was kept.'
              : `${number(kept)} contacts that were changed since the import were kept.`
            : undefined,
        tone: 'good',
      })
      refreshContacts()
      void queries.invalidateQueries({ queryKey: importsOptions().queryKey })
      await queries.invalidateQueries({ queryKey: importOptions(file.id).queryKey })
    } catch (e) {
      throw new Error(parseFailure(e)?.message ?? 'We couldn’t undo this import. Check your connection and try again.')
    }
  }

  return (
    <section aria-label="Import" className="flex flex-col gap-5 text-sm">
      {running ? (
        <div className="flex flex-col gap-3 rounded-md border border-line bg-surface p-5">
          <Progress
            label="Importing"
            value={total > 0 ? done : undefined}
            max={total || 1}
            valueText={`${number(done)} of ${number(total)} rows, ${total > 0 ? Math.floor((done / total) * 100) : 0}%`}
          />
          <p className="text-muted">You can leave this page. The import continues, and the result will appear here.</p>
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ImportState state={state} />
            {file.finishedAt && (
              <span className="text-muted">
                {file.by.name}, <RelativeTime iso={file.finishedAt} />
              </span>
            )}
          </p>
        </div>
      )}
      {state === 'failed' && (
        <Banner tone="bad" title="The import stopped early">
          {number(done)} of {number(total)} rows were imported. Import the file again to finish. It won’t create
          duplicates unless you choose to.
        </Banner>
      )}
      {state === 'undone' && (
        <Banner tone="info" title="This import was undone">
          {number(file.removed)} {file.removed === 1 ? 'contact' : 'contacts'} created by this import{' '}
          {file.removed === 1 ? 'was' : 'were'} removed.
        </Banner>
      )}
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <ImportFigure name="Created" value={counts.created} />
        <ImportFigure name="Updated" value={counts.updated} />
        <ImportFigure name="Unchanged" value={counts.unchanged + counts.skipped} />
        <ImportFigure name="Rejected" value={counts.refused} tone={counts.refused > 0 ? 'text-bad' : undefined} />
      </dl>
      {counts.clientsCreated > 0 && (
        <p className="text-muted">
          {counts.clientsCreated === 1
            ? 'One client was created.'
            : `${number(counts.clientsCreated)} clients were created.`}
        </p>
      )}
      {counts.refused > 0 && !running && (
        <Banner
          tone="warn"
          title={`${number(counts.refused)} ${counts.refused === 1 ? 'row was' : 'rows were'} rejected`}
          action={<ProblemsButton id={file.id} />}
        >
          Download the rejected rows, fix them, and import that file. The download is available for one week.
        </Banner>
      )}
      {!running && (
        <div className="flex flex-wrap items-center gap-2 border-line border-t pt-5">
          {counts.created > 0 && state !== 'undone' && (
            <LinkButton variant="primary" href={`${list}import=${file.id}`}>
              View {counts.created === 1 ? 'new contact' : `${number(counts.created)} new contacts`}
            </LinkButton>
          )}
          <Button onClick={onAgain}>Import another file</Button>
          {file.can.undo && (
            <Button variant="ghost" icon={<Undo2 aria-hidden className="size-4" />} onClick={() => setAsking(true)}>
              Undo this import
            </Button>
          )}
        </div>
      )}
      {asking && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={setAsking}
            title="Undo this import?"
            description={`This removes the contacts created by ${file.fileName}, except those changed since. Updates to other contacts are kept.`}
            confirmLabel="Undo import"
            onConfirm={undo}
          />
        </Suspense>
      )}
    </section>
  )
}
