import { ChevronDown } from 'lucide-react'
import { type FormEvent, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FileList } from '../../ui/file-drop.tsx'
import { toast } from '../../ui/toast.tsx'
import { failureOf } from '../platform/api.ts'
import { OnDemand } from '../platform/on-demand.tsx'
import { onceKeys } from '../platform/once.ts'
import { modifier } from '../platform/shortcuts.ts'
import type { UploadedFile } from '../platform/upload.ts'
import type { Arrivals } from './arrivals.ts'
import { AttachButton } from './attach-button.tsx'
import { draftKey, readDraft } from './drafts.ts'
import { DropTarget } from './drop-target.tsx'
import { type Side, ticketName } from './labels.ts'
import { type EditorHandle, MarkdownEditor } from './markdown-editor.tsx'
import type { MessageKind, Status, Ticket } from './model.ts'
import { useUploads } from './uploads.ts'
import { useDraft } from './use-draft.ts'
import { useGone } from './use-gone.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** A message as it is handed over for sending; rejects with a Failure. */
export type Outgoing = {
  kind: MessageKind
  body: string
  files: UploadedFile[]
  status: Status | undefined
  idempotencyKey: string
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
  ref?: Ref<EditorHandle>
}

type Draft = { body: string; files: UploadedFile[] }
/** What is under way, in words. */
type Busy = 'Uploading' | 'Sending'

const loadMenu = () => import('./status-menu.tsx')

const BODY_MAX = 50_000
const BODY_WARN = 45_000
/** Statuses that are often set together with an answer. */
const SET_WITH: Status[] = ['waiting_on_partner', 'waiting_on_third_party', 'resolved']

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
  const [body, setBody] = useState(first?.body ?? '')
  const uploads = useUploads()
  const [busy, setBusy] = useState<Busy>()
  const [problem, setProblem] = useState<string>()
  const [keys] = useState(onceKeys)
  /** What the server has not taken yet: it stays in the draft until it has. */
  const [underWay, setUnderWay] = useState<Draft>()
  const form = useRef<HTMLFormElement>(null)
  const text = useRef(body)
  useLayoutEffect(() => {
    text.current = body
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft was read
  useEffect(() => {
    if (first?.files) uploads.restore(first.files)
  }, [])
  const kept: Draft = {
    body: joined(underWay?.body ?? '', body),
    files: [...(underWay?.files ?? []), ...uploads.uploaded],
  }
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
    setProblem(undefined)
    setBusy('Uploading')
    const files = await uploads.settled()
    if (!files) {
      if (gone.current) return tellUnsent('The files were not through yet.')
      setBusy(undefined)
      return refuse('Not every file was uploaded. Try those again or remove them; nothing is sent yet.')
    }
    // While the files were on their way, writing went on.
    const sent: Draft = { body: text.current, files }
    setBusy('Sending')
    setUnderWay(sent)
    setBody('')
    uploads.clear()
    try {
      const input = { kind, body: sent.body, fileIds: files.map((f) => f.id), status }
      await onSend({ kind, body: sent.body, files, status, idempotencyKey: keys.keyFor(input) })
      keys.done()
      forgetDraft()
    } catch (e) {
      const failure = failureOf(e)
      if (gone.current) return tellUnsent(failure?.message ?? 'Something went wrong.')
      setBody((now) => joined(sent.body, now))
      uploads.restore(files)
      if (failure?.code === 'ATTACHMENT_GONE') uploads.lose()
      setProblem(
        failure?.data?.fields?.body?.[0] ??
          failure?.message ??
          'Something went wrong. Your text is still here; try again.',
      )
    } finally {
      setUnderWay(undefined)
      setBusy(undefined)
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
  const send = note ? 'Add note' : reopensFirst ? 'Reopen and send' : 'Send'
  return (
    <form
      ref={form}
      hidden={hidden}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
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
        <MarkdownEditor
          ref={ref}
          label={note ? 'Internal note' : 'Reply'}
          value={body}
          onChange={setBody}
          rows={3}
          tint={note}
          placeholder={note ? 'Write to your team. Partners never see this.' : 'Write a reply.'}
          footer={
            <>
              <AttachButton tight onFiles={uploads.add} />
              <span className="mr-auto min-w-0 truncate text-muted text-xs" aria-live="polite">
                {waiting
                  ? `Sends when ${uploads.running === 1 ? 'the file is' : `${uploads.running} files are`} uploaded`
                  : ''}
              </span>
              {!note && ticket.can.reply && ticket.can.reopen && (
                <Button pending={busy !== undefined} onClick={() => void submit('in_progress')}>
                  Send and reopen
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
            {empty ? `Drop or paste files here. ${modifier()}+Enter sends.` : 'Kept on this device until it is sent.'}
          </span>
        </p>
      </DropTarget>
    </form>
  )
}
