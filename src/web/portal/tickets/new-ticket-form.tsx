import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useBlocker, useNavigate } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FieldSet, Select, TextInput } from '../../ui/field.tsx'
import { FileList } from '../../ui/file-drop.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useOnDemand } from '../platform/on-demand.tsx'
import { onceKeys } from '../platform/once.ts'
import { modifier } from '../platform/shortcuts.ts'
import type { UploadedFile } from '../platform/upload.ts'
import { AttachButton } from './attach-button.tsx'
import type { BookValues } from './book-fields.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import type { Content } from './draft-sync.ts'
import { draftKey, readDraft } from './drafts.ts'
import { DropTarget } from './drop-target.tsx'
import {
  categories,
  categoryLabels,
  impactLabels,
  impacts,
  type Side,
  ticketName,
  urgencies,
  urgencyLabels,
} from './labels.ts'
import { MarkdownEditor } from './markdown-editor.tsx'
import type { Category, Impact, Urgency } from './model.ts'
import { keepTicket, refreshLists } from './ticket-queries.ts'
import { filesHint, useUploads } from './uploads.ts'
import { useDraft } from './use-draft.ts'
import { useDraftSync } from './use-draft-sync.ts'
import { useGone } from './use-gone.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import type { Picked } from './watcher-picker.tsx'

const loadLeave = () => import('./leave-dialog.tsx')
const DraftConflict = lazy(() => import('./draft-conflict.tsx').then((m) => ({ default: m.DraftConflict })))
const InWhoseName = lazy(() => import('./book-fields.tsx').then((m) => ({ default: m.InWhoseName })))
const BookFields = lazy(() => import('./book-fields.tsx').then((m) => ({ default: m.BookFields })))
const WatchersField = lazy(() => import('./watchers-field.tsx').then((m) => ({ default: m.WatchersField })))

type Form = {
  subject: string
  description: string
  category: Category | ''
  impact: Impact
  urgency: Urgency
  watchers: Picked[]
} & BookValues
type Draft = { form: Form; files: UploadedFile[] }

const SUBJECT_MAX = 200
const BODY_MAX = 50_000
const NO_BOOK: BookValues = {
  company: null,
  requester: null,
  client: null,
  contact: null,
  installation: null,
  tags: [],
}
const EMPTY: Form = {
  subject: '',
  description: '',
  category: '',
  impact: 'one',
  urgency: 'medium',
  watchers: [],
  ...NO_BOOK,
}

const same = (a: Form, b: Form) =>
  (Object.keys(EMPTY) as (keyof Form)[]).every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]))

interface NewTicketFormProps {
  userId: string
  /** Staff open it in the name of a partner's user. */
  side: Side
  /** What is known before anything was typed, from the page that somebody came from. */
  start?: Partial<BookValues> | undefined
  onDiscard: () => void
}

/** Everything a ticket begins with. What is written is kept, here and for other devices, until it is sent. */
export function NewTicketForm({ userId, side, start, onDiscard }: NewTicketFormProps) {
  const key = draftKey(userId, 'ticket.new')
  const [restored] = useState(() => readDraft<Draft>(key))
  const [noted, setNoted] = useState(restored !== undefined)
  const form = useForm<Form>({ defaultValues: { ...EMPTY, ...start, ...restored?.form } })
  const { control, register, handleSubmit, reset, setError, setFocus, watch, formState } = form
  const { errors, isSubmitting } = formState
  const uploads = useUploads()
  const [problem, setProblem] = useState<string>()
  const [keys] = useState(() => onceKeys(`${key}.key`))
  const navigate = useNavigate()
  const done = useRef(false)
  const top = useRef<HTMLDivElement>(null)
  const gone = useGone()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft was read
  useEffect(() => {
    if (restored?.files) uploads.restore(restored.files)
  }, [])
  const values = watch()
  const begun = !same(values, { ...EMPTY, ...start }) || uploads.items.length > 0
  const { description, ...fields } = values
  const sync = useDraftSync(
    { kind: 'new' },
    key,
    { body: description, fields: begun ? fields : null, files: uploads.uploaded },
    (found: Content) => {
      reset({ ...EMPTY, ...start, ...(found.fields as Partial<Form> | null), description: found.body })
      uploads.keepOnly(found.files)
      setNoted(found.fields !== null)
    },
  )
  const forgetDraft = useDraft(key, begun ? ({ form: values, files: uploads.uploaded } satisfies Draft) : undefined)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => begun && !done.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useLeaveGuard(begun)
  const leave = useOnDemand(loadLeave)
  const { get: askBefore } = leave
  const blocked = blocker.state === 'blocked'
  useEffect(() => {
    if (!blocked) return
    // The draft is kept: without the question nothing is lost either.
    void askBefore().then((loaded) => loaded ?? blocker.proceed?.())
  }, [blocked, askBefore, blocker.proceed])

  const submit = handleSubmit(
    async ({ category, company, requester, client: about, contact, installation, ...rest }) => {
      setProblem(undefined)
      if (side === 'staff' && !(company && requester)) {
        if (!company) setError('company', { message: 'Choose the company.' })
        if (!requester) setError('requester', { message: 'Choose who asks for it.' })
        top.current?.querySelector('input')?.focus()
        return
      }
      const files = await uploads.settled()
      if (!files) {
        setProblem('Not every file was uploaded. Try those again or remove them; nothing is sent yet.')
        return
      }
      const input = {
        ...rest,
        subject: rest.subject.trim(),
        category: category || ('other' as const),
        clientId: about?.id ?? null,
        contactId: contact?.id ?? null,
        installationId: installation?.id ?? null,
        ...(company && requester ? { companyId: company.id, requesterId: requester.id } : {}),
        fileIds: files.map((f) => f.id),
        watchers: rest.watchers.map(({ kind, id }) => ({ kind, id })),
      }
      let through = false
      try {
        const draft = await sync.hold()
        const ticket = await client.tickets.open(
          { ...input, draft },
          { context: { idempotencyKey: keys.keyFor(input) } },
        )
        done.current = true
        through = true
        keys.done()
        forgetDraft()
        keepTicket(ticket)
        refreshLists()
        toast({
          ...(side === 'staff'
            ? { title: `${ticketName(ticket.number)} is open`, description: `${ticket.requester.name} is told of it.` }
            : { title: `${ticketName(ticket.number)} is on its way to us`, description: 'You see every step here.' }),
          tone: 'good',
        })
        sync.release(true)
        if (!gone.current) await navigate(`${side === 'staff' ? '/admin' : ''}/tickets/${ticket.id}`, { replace: true })
      } catch (e) {
        const failure = failureOf(e)
        if (failure?.code === 'ATTACHMENT_GONE') uploads.lose()
        const fields = Object.entries(failure?.data?.fields ?? {})
          .map(([name, words]) => [name.replace(/Id$/, ''), words] as const)
          .filter(([name]) => name in EMPTY) as [keyof Form, string[]][]
        for (const [name, [message]] of fields) setError(name, { message })
        if (fields[0]) setFocus(fields[0][0])
        else setProblem(failure?.message ?? 'Something went wrong. What you wrote is still here; try again.')
      } finally {
        if (!through) sync.release(false)
      }
    },
  )
  const sendByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  async function discard() {
    forgetDraft()
    uploads.clear()
    // The form that comes next must not find it on the server.
    await sync.discard()
    onDiscard()
  }

  const change = (to: Partial<BookValues>) => {
    for (const [name, value] of Object.entries(to) as [keyof BookValues, never][]) {
      form.setValue(name, value, { shouldDirty: true })
      form.clearErrors(name)
    }
    // Another company has other people.
    if (to.company !== undefined) form.setValue('watchers', [])
  }
  const bookErrors = {
    company: errors.company?.message,
    requester: errors.requester?.message,
    client: errors.client?.message,
    contact: errors.contact?.message,
    installation: errors.installation?.message,
    tags: errors.tags?.message,
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={sendByKey}
      className="mt-6 [&_:is(input,select,textarea)]:scroll-my-28"
    >
      <DropTarget onFiles={uploads.add} className="flex flex-col gap-6">
        {sync.conflict && (
          <Suspense>
            <DraftConflict theirs={sync.conflict} both={false} onResolve={sync.resolve} />
          </Suspense>
        )}
        {noted && (
          <Banner
            title="Your draft is back"
            onDismiss={() => setNoted(false)}
            action={
              <Button size="sm" variant="ghost" onClick={() => void discard()}>
                Discard draft
              </Button>
            }
          >
            You began this ticket earlier and did not send it.
          </Banner>
        )}
        {side === 'staff' && (
          <div ref={top}>
            <Suspense fallback={<Skeleton className="h-16" />}>
              <InWhoseName value={values} onChange={change} errors={bookErrors} />
            </Suspense>
          </div>
        )}
        <Field label="Subject" required error={errors.subject?.message}>
          <TextInput
            autoComplete="off"
            placeholder="What it is about, in one line"
            {...register('subject', {
              validate: (v) => v.trim() !== '' || 'Say in one line what it is about.',
              maxLength: { value: SUBJECT_MAX, message: `At most ${SUBJECT_MAX} characters.` },
            })}
          />
        </Field>
        <Controller
          control={control}
          name="description"
          rules={{
            validate: (v) => v.trim() !== '' || 'Write something first.',
            maxLength: { value: BODY_MAX, message: `At most ${BODY_MAX.toLocaleString('en-US')} characters.` },
          }}
          render={({ field }) => (
            <Field
              label="Description"
              required
              error={errors.description?.message}
              hint="What happened, what should have happened, and since when. Markdown works."
            >
              <MarkdownEditor ref={field.ref} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
            </Field>
          )}
        />
        <Field label="Category" required error={errors.category?.message} className="sm:max-w-80">
          <Select {...register('category', { validate: (v) => v !== '' || 'Choose what it is about.' })}>
            <option value="" disabled>
              Choose
            </option>
            {categories.map((category) => (
              <option key={category} value={category}>
                {categoryLabels[category]}
              </option>
            ))}
          </Select>
        </Field>
        <Controller
          control={control}
          name="impact"
          render={({ field }) => (
            <FieldSet label="How many are affected?" error={errors.impact?.message}>
              <ChoiceCards
                ref={field.ref}
                name="impact"
                value={field.value}
                onChange={field.onChange}
                choices={impacts.map((value) => ({ value, ...impactLabels[value] }))}
              />
            </FieldSet>
          )}
        />
        <Controller
          control={control}
          name="urgency"
          render={({ field }) => (
            <FieldSet label="How soon is it needed?" error={errors.urgency?.message}>
              <ChoiceCards
                ref={field.ref}
                name="urgency"
                value={field.value}
                onChange={field.onChange}
                choices={urgencies.map((value) => ({ value, ...urgencyLabels[value] }))}
              />
            </FieldSet>
          )}
        />
        <Suspense fallback={<Skeleton className="h-36" />}>
          <BookFields value={values} onChange={change} errors={bookErrors} staff={side === 'staff'} />
        </Suspense>
        <Controller
          control={control}
          name="watchers"
          render={({ field }) => (
            <FieldSet
              label="Watchers"
              optional
              error={errors.watchers?.message}
              hint="Colleagues and contacts who are told of every answer."
            >
              <Suspense fallback={<div className="h-11" />}>
                {side === 'staff' && !values.company ? (
                  <p className="text-muted text-sm">Choose the company first.</p>
                ) : (
                  <WatchersField
                    key={values.company?.id}
                    companyId={values.company?.id}
                    value={field.value}
                    onChange={field.onChange}
                  />
                )}
              </Suspense>
            </FieldSet>
          )}
        />
        <FieldSet label="Attachments" optional>
          <div className="flex flex-col gap-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-edge border-dashed px-1.5 py-1.5">
              <AttachButton onFiles={uploads.add} />
              <span className="text-muted text-xs max-md:px-3.5 max-md:pb-1.5">
                <span className="max-md:hidden">or drop and paste them anywhere here. </span>
                {filesHint}
              </span>
            </div>
            <FileList
              items={uploads.items}
              onRemove={(file) => {
                setProblem(undefined)
                uploads.remove(file)
              }}
              onRetry={uploads.retry}
            />
          </div>
        </FieldSet>
        {problem && (
          <Banner tone="bad" onDismiss={() => setProblem(undefined)}>
            {problem}
          </Banner>
        )}
        <div className="flex flex-wrap items-center gap-3 border-line border-t pt-5">
          <Button type="submit" variant="primary" pending={isSubmitting}>
            {side === 'staff' ? 'Open ticket' : 'Send ticket'}
          </Button>
          {begun && !isSubmitting && (
            <Button variant="ghost" onClick={() => void discard()}>
              Discard
            </Button>
          )}
          <span className="text-muted text-xs" aria-live="polite">
            {isSubmitting && uploads.running > 0
              ? `Sends when ${uploads.running === 1 ? 'the file is' : `${uploads.running} files are`} uploaded`
              : ''}
          </span>
          <span className="ml-auto text-muted text-xs max-md:hidden">{`${modifier()}+Enter sends`}</span>
        </div>
      </DropTarget>
      {blocker.state === 'blocked' && leave.module && (
        <leave.module.LeaveDialog
          onStay={() => blocker.reset()}
          onLeave={() => blocker.proceed()}
          onDiscard={() => {
            forgetDraft()
            void sync.discard()
            blocker.proceed()
          }}
        />
      )}
    </form>
  )
}
