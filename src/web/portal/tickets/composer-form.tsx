import { AtSign, ChevronDown, MessageSquareText } from 'lucide-react'
import {
  type FormEvent,
  lazy,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Banner } from '../../ui/banner.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FileList } from '../../ui/file-drop.tsx'
import { toast } from '../../ui/toast.tsx'
import { failureOf } from '../platform/api.ts'
import { OnDemand } from '../platform/on-demand.tsx'
import { onceKeys } from '../platform/once.ts'
import { modifier } from '../platform/shortcuts.ts'
import type { UploadedFile } from '../platform/upload.ts'
import { type BookTime, loadReplyTime, type ReplyTimeHandle } from '../time/index.ts'
import type { Arrivals } from './arrivals.ts'
import { AttachButton } from './attach-button.tsx'
import type { Content } from './draft-sync.ts'
import { draftKey, readDraft } from './drafts.ts'
import { DropTarget } from './drop-target.tsx'
import { type Side, ticketName } from './labels.ts'
import { type EditorHandle, MarkdownEditor } from './markdown-editor.tsx'
import { type Named, withMarks, withoutMarks } from './mention-marks.ts'
import type { MessageKind, Status, Ticket } from './model.ts'
import { useUploads } from './uploads.ts'
import { useDraft } from './use-draft.ts'
import { useDraftSync } from './use-draft-sync.ts'
import { useGone } from './use-gone.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** A message as it is handed over for sending; rejects with a Failure. */
export type Outgoing = {
  kind: MessageKind
  body: string
  files: UploadedFile[]
  status: Status | undefined
  idempotencyKey: string
  /** What it took; booked with it. */
  time: BookTime | undefined
  /** The revision of the draft that goes with it. */
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
  /** Told whether there is something unsent. */
  onBegun?: (begun: boolean) => void
  ref?: Ref<FormHandle>
}

/** What is asked of an editor from outside; `put` replaces what is written. */
export interface FormHandle extends EditorHandle {
  read: () => string
  put: (words: string) => void
}

type Draft = { body: string; files: UploadedFile[] }
/** What is under way, in words. */
type Busy = 'Uploading' | 'Sending'

const loadMenu = () => import('./status-menu.tsx')
const DraftConflict = lazy(() => import('./draft-conflict.tsx').then((m) => ({ default: m.DraftConflict })))

const ReplyTime = lazy(() => loadReplyTime().then((m) => ({ default: m.ReplyTime })))
const BODY_MAX = 50_000
const BODY_WARN = 45_000
/** Statuses that are often set together with an answer. */
const SET_WITH: Status[] = ['waiting_on_partner', 'waiting_on_third_party', 'resolved']

/** Where what is written is kept. */
const draftWords = {
  idle: 'Kept on this device until it is sent.',
  saving: 'Saving draft…',
  saved: 'Draft saved. It waits on your other devices too.',
  offline: 'No connection. Kept on this device.',
}

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
  const key = draftKey(userId, `ticket.${ticket.id}.${kind}`)
  const [first] = useState(() => readDraft<Draft>(key))
  const [opened] = useState(() => withoutMarks(first?.body ?? ''))
  const [body, setBody] = useState(opened.text)
  const [people, setPeople] = useState<readonly Named[]>(opened.people)
  const uploads = useUploads()
  const [busy, setBusy] = useState<Busy>()
  const [problem, setProblem] = useState<string>()
  const [keys] = useState(() => onceKeys(`${key}.key`))
  const editor = useRef<EditorHandle>(null)
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    type: (words, line) => editor.current?.type(words, line),
    read: () => text.current,
    // What is read right after is what was put there.
    put: (words) => flushSync(() => setBody(words)),
  }))
  /** What the server has not taken yet: it stays in the draft until it has. */
  const [underWay, setUnderWay] = useState<Draft>()
  const form = useRef<HTMLFormElement>(null)
  const timeField = useRef<ReplyTimeHandle>(null)
  const text = useRef(body)
  useLayoutEffect(() => {
    text.current = body
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft was read
  useEffect(() => {
    if (first?.files) uploads.restore(first.files)
  }, [])
  const kept: Draft = {
    body: joined(underWay?.body ?? '', withMarks(body, people)),
    files: [...(underWay?.files ?? []), ...uploads.uploaded],
  }
  const sync = useDraftSync(
    { kind, ticketId: ticket.id },
    key,
    { ...kept, fields: null },
    ({ body: stored, files }: Content) => {
      const found = withoutMarks(stored)
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
  // Whoever was writing when the ticket was closed keeps what is written.
  const begun = Boolean(body.trim()) || uploads.items.length > 0
  const shown = note || ticket.can.reply || begun
  useEffect(() => onBegun?.(begun), [onBegun, begun])
  const offered = note || reopensFirst ? [] : SET_WITH.filter((s) => ticket.can.statuses.includes(s))
  const empty = !body.trim()

  async function submit(status?: Status) {
    if (busy) return
    if (empty) return refuse(uploads.items.length > 0 ? 'Add a few words to the files.' : 'Write something first.')
    if (over > 0)
      return refuse(`Shorten the text by ${over.toLocaleString('en-US')} characters, or attach it as a file.`)
    const time = timeField.current?.take()
    if (time === 'wrong') return
    setProblem(undefined)
    setBusy('Uploading')
    const files = await uploads.settled()
    if (!files) {
      if (gone.current) return tellUnsent('The files were not through yet.')
      setBusy(undefined)
      return refuse('Not every file was uploaded. Try those again or remove them; nothing is sent yet.')
    }
    // While the files were on their way, writing went on.
    const sent: Draft = { body: withMarks(text.current, people), files }
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
      timeField.current?.done()
      forgetDraft()
      through = true
    } catch (e) {
      const failure = failureOf(e)
      if (gone.current) return tellUnsent(failure?.message ?? 'Something went wrong.')
      setBody((now) => joined(withoutMarks(sent.body).text, now))
      uploads.restore(files)
      if (failure?.code === 'ATTACHMENT_GONE') uploads.lose()
      if (timeField.current?.refuse(failure?.data?.fields ?? {}, failure?.code)) return
      setProblem(
        failure?.data?.fields?.body?.[0] ??
          failure?.message ??
          'Something went wrong. Your text is still here; try again.',
      )
    } finally {
      setUnderWay(undefined)
      setBusy(undefined)
      sync.release(through)
    }
  }
  /** The reader is on another screen by now. */
  function tellUnsent(why: string) {
    toast({
      title: `Your ${note ? 'note' : 'reply'} to ${ticketName(ticket.number)} was not sent`,
      description: `${why} It is kept as a draft in the ticket.`,
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
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
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
          <Banner tone="warn" title="This ticket was closed meanwhile">
            What you wrote is still here. Sending it reopens the ticket.
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
          placeholder={note ? 'Write to your team. Partners never see this.' : 'Write a reply.'}
          footer={
            <>
              <AttachButton tight onFiles={uploads.add} />
              <IconButton
                label="Mention somebody"
                title="Mention somebody (@)"
                icon={<AtSign aria-hidden className="size-4" />}
                onClick={() => editor.current?.type('@')}
              />
              {side === 'staff' && (
                <IconButton
                  label="Insert a canned reply"
                  title="Canned reply (/ at the beginning of a line)"
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
                        aria-label="Send and set the status"
                        icon={<ChevronDown aria-hidden className="size-4" />}
                        className="!w-8 !rounded-l-none !border-l-ink/30 !px-0"
                      />
                    }
                  >
                    {({ StatusMenu }, button) => (
                      <StatusMenu
                        button={button}
                        label="Send and set to"
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
              {over > 0
                ? `${over.toLocaleString('en-US')} characters too many`
                : `${(-over).toLocaleString('en-US')} characters left`}
            </span>
          )}
          <span className="ml-auto max-md:hidden">
            {empty ? `Drop or paste files here. ${modifier()}+Enter sends.` : draftWords[sync.status]}
          </span>
        </p>
      </DropTarget>
    </form>
  )
}
