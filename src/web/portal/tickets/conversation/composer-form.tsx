import { AtSign, ChevronDown, MessageSquareText } from 'lucide-react'
import {
  type FormEvent,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Banner } from '../../../ui/banner.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { FileList } from '../../../ui/forms/file-drop.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { isSendKey } from '../../../ui/pressed-key.ts'
import { parseFailure } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import type { UploadedFile } from '../../platform/data/upload.ts'
import { useLeaveGuard } from '../../platform/forms/use-leave-guard.ts'
import { getModifier } from '../../platform/keyboard/shortcuts.ts'
import { lazy } from '../../platform/loading/lazy.ts'
import { OnDemand } from '../../platform/loading/on-demand.tsx'
import { type BookTime, loadReplyTime, type ReplyTimeHandle } from '../../time/index.ts'
import { formatTicketNumber, type Side } from '../facts/labels.ts'
import type { MessageKind, Status, Ticket } from '../model.ts'
import type { Arrivals } from './arrivals.ts'
import { AttachButton } from './attach-button.tsx'
import type { Content } from './draft-sync.ts'
import { buildDraftKey, readDraft } from './drafts.ts'
import { DropTarget } from './drop-target.tsx'
import { type EditorHandle, MarkdownEditor } from './markdown-editor.tsx'
import { addMarks, type Named, removeMarks } from './mention-marks.ts'
import { useUploads } from './uploads.ts'
import { useDraft } from './use-draft.ts'
import { useDraftSync } from './use-draft-sync.ts'
import { useGone } from './use-gone.ts'

/** A message to send. `Send` rejects with a Failure. */
export type Outgoing = {
  kind: MessageKind
  body: string
  files: UploadedFile[]
  status: Status | undefined
  idempotencyKey: string
  /** The time that the work took; recorded with the message. */
  time: BookTime | undefined
  /** The revision of the draft that the message replaces. */
  draft: string | undefined
}
export type Send = (message: Outgoing) => Promise<void>

interface ComposerFormProps {
  kind: MessageKind
  ticket: Ticket
  side: Side
  userId: string
  onSend: Send
  arrivals: Arrivals
  hidden: boolean
  /** Called with whether there is unsent content. */
  onBegun?: (begun: boolean) => void
  ref?: Ref<FormHandle>
}

/** The imperative handle of the form. `put` replaces the text. */
export interface FormHandle extends EditorHandle {
  read: () => string
  put: (words: string) => void
}

type Draft = { body: string; files: UploadedFile[] }
/** The step in progress, as shown. */
type Busy = 'Uploading' | 'Sending'

const loadMenu = () => import('../queue/status-menu.tsx')
const DraftConflict = lazy(() => import('./draft-conflict.tsx').then((m) => ({ default: m.DraftConflict })))

const ReplyTime = lazy(() => loadReplyTime().then((m) => ({ default: m.ReplyTime })))
const BODY_MAX = 50_000
const BODY_WARN = 45_000
/** Statuses that are often set together with a reply. */
const SET_WITH: Status[] = ['waiting_on_partner', 'waiting_on_third_party', 'resolved']

/** Texts that say where the draft is kept. */
const draftWords = {
  idle: 'Draft saved on this device.',
  saving: 'Saving draft…',
  saved: 'Draft saved. You can continue it on any device.',
  offline: 'You’re offline. Draft saved on this device.',
}

const formatCharacters = (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? 'character' : 'characters'}`

/** Returns whether a button has the focus. It then keeps the focus, so that a phone does not open its keyboard. */
const onButton = () => document.activeElement?.matches('button') ?? false

const joined = (...parts: string[]) => parts.filter((p) => p.trim()).join('\n\n')

/** The editor, the files and the buttons of one kind of message. */
export function ComposerForm({
  kind,
  ticket,
  side,
  userId,
  onSend,
  arrivals,
  hidden,
  onBegun,
  ref,
}: ComposerFormProps) {
  const key = buildDraftKey(userId, `ticket.${ticket.id}.${kind}`)
  const [first] = useState(() => readDraft<Draft>(key))
  const [opened] = useState(() => removeMarks(first?.body ?? ''))
  const [body, setBody] = useState(opened.text)
  const [people, setPeople] = useState<readonly Named[]>(opened.people)
  const uploads = useUploads()
  const [busy, setBusy] = useState<Busy>()
  const [problem, setProblem] = useState<string>()
  const [keys] = useState(() => createOnceKeys(`${key}.key`))
  const editor = useRef<EditorHandle>(null)
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    type: (words, line) => editor.current?.type(words, line),
    read: () => typed.current.body,
    // Render synchronously, so that a `read` right after returns the new text.
    put: (words) => flushSync(() => setBody(words)),
  }))
  /** The message that is being sent. It stays in the draft until the server has accepted it. */
  const [underWay, setUnderWay] = useState<Draft>()
  const form = useRef<HTMLFormElement>(null)
  const timeField = useRef<ReplyTimeHandle>(null)
  const typed = useRef({ body, people })
  useLayoutEffect(() => {
    typed.current = { body, people }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the draft that was read on mount
  useEffect(() => {
    if (first?.files) uploads.restore(first.files)
  }, [])
  const kept: Draft = {
    body: joined(underWay?.body ?? '', addMarks(body, people)),
    files: [...(underWay?.files ?? []), ...uploads.uploaded],
  }
  const sync = useDraftSync(
    { kind, ticketId: ticket.id },
    key,
    { ...kept, fields: null },
    ({ body: stored, files }: Content) => {
      const found = removeMarks(stored)
      setBody(found.text)
      setPeople(found.people)
      uploads.keepOnly(files)
    },
  )
  const forgetDraft = useDraft(key, kept.body || kept.files.length > 0 ? kept : undefined)
  const gone = useGone()
  useLeaveGuard(uploads.running > 0 || busy !== undefined)

  const note = kind === 'note'
  const over = body.length - BODY_MAX
  const reopensFirst = !note && !ticket.can.reply
  // Keep the form visible if the ticket is closed while someone is writing.
  const begun = Boolean(body.trim()) || uploads.items.length > 0
  const shown = note || ticket.can.reply || begun
  useEffect(() => onBegun?.(begun), [onBegun, begun])
  const offered = note || reopensFirst ? [] : SET_WITH.filter((s) => ticket.can.statuses.includes(s))
  const empty = !body.trim()

  async function submit(status?: Status) {
    if (busy) return
    if (empty) return refuse(uploads.items.length > 0 ? 'Add a message to send with the files.' : 'Enter a message.')
    if (over > 0) return refuse(`Shorten the text by ${formatCharacters(over)}, or attach it as a file.`)
    if (timeField.current?.take() === 'wrong') return
    const within = () => form.current?.contains(document.activeElement) ?? false
    const focused = within()
    setProblem(undefined)
    setBusy('Uploading')
    const files = await uploads.settled()
    if (!files) {
      if (gone.current) return showUnsent('Some files were still uploading.')
      setBusy(undefined)
      return refuse('Some files couldn’t be uploaded. Retry or remove them, then send your message again.')
    }
    // Send the current text and time: the user may have typed more during the upload.
    const time = timeField.current?.take()
    if (time === 'wrong') return setBusy(undefined)
    const sent: Draft = { body: addMarks(typed.current.body, typed.current.people), files }
    setBusy('Sending')
    setUnderWay(sent)
    setBody('')
    uploads.clear()
    let through = false
    try {
      const input = { kind, body: sent.body, fileIds: files.map((f) => f.id), status, time }
      const draft = await sync.hold()
      await onSend({ kind, body: sent.body, files, status, time, idempotencyKey: keys.keyFor(input), draft })
      keys.done()
      // Clearing the time field can remove the element that has the focus. The page body would then get it, and the
      // next keys would be read as shortcuts.
      if (focused && (within() || document.activeElement === document.body) && !onButton()) editor.current?.focus()
      timeField.current?.done(time)
      forgetDraft()
      through = true
    } catch (e) {
      const failure = parseFailure(e)
      if (gone.current) return showUnsent(failure?.message ?? 'Open the ticket to send it again.')
      setBody((now) => joined(removeMarks(sent.body).text, now))
      uploads.restore(files)
      if (failure?.code === 'ATTACHMENT_GONE') uploads.lose()
      if (timeField.current?.refuse(failure?.data?.fields ?? {}, failure?.code)) return
      setProblem(
        failure?.data?.fields?.body?.[0] ??
          failure?.message ??
          'The message was not sent. Your text is still here. Try again.',
      )
    } finally {
      setUnderWay(undefined)
      setBusy(undefined)
      sync.release(through)
    }
  }
  /** Shows a toast, because the user has left this screen. */
  function showUnsent(why: string) {
    showToast({
      title: `Your ${note ? 'note' : 'reply'} to ${formatTicketNumber(ticket.number)} was not sent`,
      description: `${why} It’s saved as a draft on the ticket.`,
      tone: 'destructive',
    })
  }
  function refuse(why: string) {
    setProblem(why)
    form.current?.querySelector('textarea')?.focus()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit(reopensFirst ? 'in_progress' : undefined)
  }

  if (!shown) return null
  const waiting = busy === 'Uploading' && uploads.running > 0
  const send = note ? 'Add note' : reopensFirst ? 'Reply and reopen' : 'Send'
  return (
    <form
      ref={form}
      hidden={hidden}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (!isSendKey(event)) return
        event.preventDefault()
        if (event.shiftKey && side === 'staff' && offered.includes('resolved')) void submit('resolved')
        else event.currentTarget.requestSubmit()
      }}
    >
      <DropTarget onFiles={uploads.add} className="flex flex-col gap-3">
        {problem && (
          <Banner tone="bad" onDismiss={() => setProblem(undefined)}>
            {problem}
          </Banner>
        )}
        {reopensFirst && (
          <Banner tone="warn" title="This ticket was closed while you were writing">
            Your text is still here. Sending it reopens the ticket.
          </Banner>
        )}
        {sync.conflict && (
          <Suspense>
            <DraftConflict theirs={sync.conflict} both onResolve={sync.resolve} />
          </Suspense>
        )}
        <MarkdownEditor
          ref={editor}
          reachable={{
            ticketId: ticket.id,
            kind,
            canned: side === 'staff',
            people,
            onPerson: (person) => setPeople((now) => [...now.filter((p) => p.id !== person.id), person]),
          }}
          label={note ? 'Internal note' : 'Reply'}
          value={body}
          onChange={setBody}
          rows={3}
          tint={note}
          placeholder={note ? 'Write to your team. Partners never see this.' : 'Write a reply…'}
          footer={
            <>
              <AttachButton tight onFiles={uploads.add} />
              <IconButton
                label="Mention someone"
                title="Mention someone (@)"
                icon={<AtSign aria-hidden className="size-4" />}
                onClick={() => editor.current?.type('@')}
              />
              {side === 'staff' && (
                <IconButton
                  label="Insert canned reply"
                  title="Insert canned reply (/ at the start of a line)"
                  icon={<MessageSquareText aria-hidden className="size-4" />}
                  onClick={() => editor.current?.type('/', true)}
                />
              )}
              <span className="mr-auto min-w-0 truncate text-muted text-xs" aria-live="polite">
                {waiting
                  ? `Sends when ${uploads.running === 1 ? 'the file is' : `${uploads.running} files are`} uploaded`
                  : ''}
              </span>
              {!note && ticket.can.reply && ticket.can.reopen && (
                <Button pending={busy !== undefined} onClick={() => void submit('in_progress')}>
                  Reply and reopen
                </Button>
              )}
              <span className="flex">
                <Button
                  type="submit"
                  variant={note ? 'secondary' : 'primary'}
                  pending={busy !== undefined}
                  className={cx(
                    offered.length > 0 && '!rounded-r-none',
                    note && '!border-warn/40 !bg-warn/12 !text-warn hover:!bg-warn/20',
                  )}
                >
                  {send}
                </Button>
                {offered.length > 0 && (
                  <OnDemand
                    load={loadMenu}
                    button={
                      <Button
                        variant="primary"
                        disabled={busy !== undefined}
                        aria-label="Send and set status"
                        icon={<ChevronDown aria-hidden className="size-4" />}
                        className="!w-8 !rounded-l-none !border-l-ink/30 !px-0"
                      />
                    }
                  >
                    {({ StatusMenu }, button) => (
                      <StatusMenu
                        button={button}
                        label="Send and set status to"
                        statuses={offered}
                        side={side}
                        onSelect={(status) => void submit(status)}
                        place="above"
                      />
                    )}
                  </OnDemand>
                )}
              </span>
            </>
          }
        />
        <FileList
          items={uploads.items}
          onRemove={(file) => {
            setProblem(undefined)
            uploads.remove(file)
          }}
          onRetry={uploads.retry}
        />
        {side === 'staff' && (
          <Suspense fallback={<div className="h-9 max-md:h-11" />}>
            <ReplyTime ref={timeField} ticketId={ticket.id} budget={ticket.budget} />
          </Suspense>
        )}
        <p className="flex min-h-5 flex-wrap items-center gap-x-3 text-muted text-xs">
          {arrivals.unseen && (
            <button
              type="button"
              onClick={arrivals.show}
              className="rounded-sm text-accent underline underline-offset-3"
            >
              {arrivals.unseen}
            </button>
          )}
          {body.length > BODY_WARN && (
            <span className={cx('tabular', over > 0 && 'text-bad')}>
              {over > 0 ? `${formatCharacters(over)} over the limit` : `${formatCharacters(-over)} left`}
            </span>
          )}
          <span className="ml-auto max-md:hidden">
            {empty ? `Drop or paste files here. ${getModifier()}+Enter to send.` : draftWords[sync.status]}
          </span>
        </p>
      </DropTarget>
    </form>
  )
}
