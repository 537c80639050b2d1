import { useInfiniteQuery } from '@tanstack/react-query'
import { NotebookPen, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { isFocusFree } from '../../ui/page-focus.ts'
import { isSendKey } from '../../ui/pressed-key.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FoldedText } from '../../ui/text/folded-text.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { api, client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { TheirsNotice } from '../platform/forms/theirs-notice.tsx'
import { removeSent } from '../platform/forms/typed-since.ts'
import { useUnsaved } from '../platform/forms/use-unsaved.tsx'
import { useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import type { CompanyNote } from './model.ts'

const ConfirmDialog = lazy(() => import('../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))
const NOTE_MAX = 10_000
const first: string | undefined = undefined

/** Notes about a company that only staff can see. */
export function CompanyNotes({ companyId }: { companyId: string }) {
  const query = useInfiniteQuery(
    api.companies.notes.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: companyId, limit: 25, cursor }),
      initialPageParam: first,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  const { refetch } = query
  useLive(['company'], (event) => {
    if (event === 'resumed' || (event.kind === 'note' && event.companyId === companyId)) void refetch()
  })
  const [deleting, setDeleting] = useState<CompanyNote>()
  const notes = query.data?.pages.flatMap((page) => page.items) ?? []
  const failure = query.isError ? parseFailure(query.error) : undefined
  const reload = () => refetch()
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <NewNote companyId={companyId} onWritten={reload} />
      {query.isPending ? (
        <div aria-busy className="flex flex-col gap-3">
          <Skeleton className="h-20 rounded-md" />
          <Skeleton className="h-20 rounded-md" />
        </div>
      ) : query.isError && notes.length === 0 ? (
        <ErrorState
          title="Couldn’t load the notes"
          message={failure?.message ?? 'Check your connection and try again.'}
          requestId={failure?.data?.requestId}
          onRetry={() => void refetch()}
          retrying={query.isFetching}
        />
      ) : notes.length === 0 ? (
        <EmptyState icon={<NotebookPen />} title="No notes yet">
          Add what the next engineer should know, such as who makes decisions and what was agreed on by phone. The
          company can’t see these notes.
        </EmptyState>
      ) : (
        <ul aria-label="Notes" className="flex flex-col gap-3">
          {notes.map((note) => (
            <li key={note.id}>
              <Note note={note} onChanged={reload} onDelete={() => setDeleting(note)} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="flex justify-center">
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
      {deleting && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={(open) => !open && setDeleting(undefined)}
            title="Delete this note?"
            description="This deletes the note for everyone. Its text stays in the audit log."
            confirmLabel="Delete note"
            onConfirm={async () => {
              await client.companies.deleteNote({ id: deleting.id })
              showToast({ title: 'Note deleted', tone: 'good' })
              await refetch()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function NewNote({ companyId, onWritten }: { companyId: string; onWritten: () => Promise<unknown> }) {
  const [keys] = useState(createOnceKeys)
  const [body, setBody] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const guard = useUnsaved(body.trim() !== '', 'this note')
  async function write() {
    if (pending) return
    if (body.trim() === '') return setError('Enter a note.')
    setPending(true)
    setError(undefined)
    const input = { id: companyId, body }
    try {
      await client.companies.addNote(input, { context: { idempotencyKey: keys.keyFor(input) } })
      keys.done()
      removeSent(body, setBody)
      await onWritten()
    } catch (e) {
      const failure = parseFailure(e)
      setError(failure?.data?.fields?.body?.[0] ?? failure?.message ?? 'Check your connection and try again.')
    } finally {
      setPending(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void write()
      }}
      onKeyDown={(event) => {
        if (isSendKey(event)) void write()
      }}
      className="flex flex-col gap-3"
    >
      {guard}
      <Field label="New note" hint="Only staff can see notes. You can use Markdown." error={error}>
        <TextArea
          rows={2}
          maxLength={NOTE_MAX}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          placeholder="What the next engineer should know"
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" pending={pending}>
          Add note
        </Button>
      </div>
    </form>
  )
}

interface NoteProps {
  note: CompanyNote
  onChanged: () => Promise<unknown>
  onDelete: () => void
}

function Note({ note, onChanged, onDelete }: NoteProps) {
  const [editing, setEditing] = useState(false)
  const id = useId()
  return (
    <article aria-labelledby={id} className="rounded-md border border-warn/20 bg-warn/4 px-4 py-3 text-sm">
      <header className="mb-2 flex min-h-7 items-center gap-x-2">
        <p id={id} className="min-w-0 flex-1 text-muted text-xs">
          <span className="font-medium text-text">{note.author.name}</span> · <RelativeTime iso={note.createdAt} />
          {note.editedAt && ' · edited'}
        </p>
        {!editing && note.can.edit && (
          <IconButton
            size="sm"
            label="Edit note"
            icon={<Pencil aria-hidden className="size-3.5" />}
            onClick={() => setEditing(true)}
          />
        )}
        {!editing && note.can.delete && (
          <IconButton
            size="sm"
            label="Delete note"
            icon={<Trash2 aria-hidden className="size-3.5" />}
            onClick={onDelete}
          />
        )}
      </header>
      {editing ? (
        <EditNote note={note} onClose={() => setEditing(false)} onChanged={onChanged} />
      ) : (
        <FoldedText text={note.body} what="note" />
      )}
    </article>
  )
}

function EditNote({
  note,
  onClose,
  onChanged,
}: {
  note: CompanyNote
  onClose: () => void
  onChanged: () => Promise<unknown>
}) {
  const [body, setBody] = useState(note.body)
  const [version, setVersion] = useState(note.version)
  const [error, setError] = useState<string>()
  const [theirs, setTheirs] = useState<string>()
  const [pending, setPending] = useState(false)
  const guard = useUnsaved(body !== note.body, 'this note')
  async function save() {
    setPending(true)
    setError(undefined)
    try {
      await client.companies.editNote({ id: note.id, body, version })
      await onChanged()
      onClose()
    } catch (e) {
      const failure = parseFailure(e)
      const current = failure?.data?.current as CompanyNote | undefined
      if (failure?.code === 'CONFLICT' && current) {
        setTheirs(current.body)
        setVersion(current.version)
      } else setError(failure?.data?.fields?.body?.[0] ?? failure?.message ?? 'Check your connection and try again.')
    } finally {
      setPending(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="flex flex-col gap-3"
    >
      {guard}
      {theirs !== undefined && (
        <TheirsNotice
          title="You changed this note in another window"
          text={theirs}
          choice={{
            label: 'Use the other version',
            onChoose: () => void onChanged().then(onClose),
          }}
        />
      )}
      <Field label={<span className="sr-only">Note</span>} error={error}>
        <TextArea
          rows={3}
          maxLength={NOTE_MAX}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          ref={(node) => {
            if (node && isFocusFree()) node.focus()
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          Save note
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
