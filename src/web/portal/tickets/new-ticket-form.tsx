import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useBlocker, useNavigate } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FieldSet, Select, TextInput } from '../../ui/forms/field.tsx'
import { FileList } from '../../ui/forms/file-drop.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { isSendKey } from '../../ui/pressed-key.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import type { UploadedFile } from '../platform/data/upload.ts'
import { useLeaveGuard } from '../platform/forms/use-leave-guard.ts'
import { getModifier } from '../platform/keyboard/shortcuts.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useOnDemand } from '../platform/loading/on-demand.tsx'
import { AttachButton } from './conversation/attach-button.tsx'
import type { Content } from './conversation/draft-sync.ts'
import { buildDraftKey, readDraft } from './conversation/drafts.ts'
import { DropTarget } from './conversation/drop-target.tsx'
import { MarkdownEditor } from './conversation/markdown-editor.tsx'
import { filesHint, useUploads } from './conversation/uploads.ts'
import { useDraft } from './conversation/use-draft.ts'
import { useDraftSync } from './conversation/use-draft-sync.ts'
import { useGone } from './conversation/use-gone.ts'
import type { ReferenceValues } from './estimates/reference-fields.tsx'
import { ChoiceCards } from './facts/choice-cards.tsx'
import {
  formatTicketNumber,
  impactLabels,
  impacts,
  type Side,
  ticketCategories,
  ticketCategoryLabels,
  urgencies,
  urgencyLabels,
} from './facts/labels.ts'
import type { Picked } from './facts/watcher-picker.tsx'
import type { Category, Impact, Urgency } from './model.ts'
import { keepTicket, refreshTicketLists } from './ticket-queries.ts'

const loadLeave = () => import('./conversation/leave-dialog.tsx')
const DraftConflict = lazy(() =>
  import('./conversation/draft-conflict.tsx').then((m) => ({ default: m.DraftConflict })),
)
const RequesterFields = lazy(() =>
  import('./estimates/reference-fields.tsx').then((m) => ({ default: m.RequesterFields })),
)
const ReferenceFields = lazy(() =>
  import('./estimates/reference-fields.tsx').then((m) => ({ default: m.ReferenceFields })),
)
const WatchersField = lazy(() => import('./facts/watchers-field.tsx').then((m) => ({ default: m.WatchersField })))

type Form = {
  subject: string
  description: string
  category: Category | ''
  impact: Impact
  urgency: Urgency
  watchers: Picked[]
} & ReferenceValues
type Draft = { form: Form; files: UploadedFile[] }

const SUBJECT_MAX = 200
const BODY_MAX = 50_000
const NO_REFERENCES: ReferenceValues = {
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
  ...NO_REFERENCES,
}

const same = (a: Form, b: Form) =>
  (Object.keys(EMPTY) as (keyof Form)[]).every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]))

interface NewTicketFormProps {
  userId: string
  /** `staff` opens it on behalf of a partner's user. */
  side: Side
  /** Initial values from the page that linked here. */
  start?: Partial<ReferenceValues> | undefined
  onDiscard: () => void
}

/** The form for a new ticket. The draft is kept in this browser and on the server until it is sent. */
export function NewTicketForm({ userId, side, start, onDiscard }: NewTicketFormProps) {
  const key = buildDraftKey(userId, 'ticket.new')
  const [restored] = useState(() => readDraft<Draft>(key))
  const [noted, setNoted] = useState(restored !== undefined)
  const form = useForm<Form>({ defaultValues: { ...EMPTY, ...start, ...restored?.form } })
  const { control, register, handleSubmit, reset, setError, setFocus, watch, formState } = form
  const { errors, isSubmitting } = formState
  const uploads = useUploads()
  const [problem, setProblem] = useState<string>()
  const [keys] = useState(() => createOnceKeys(`${key}.key`))
  const navigate = useNavigate()
  const done = useRef(false)
  const top = useRef<HTMLDivElement>(null)
  const gone = useGone()

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the draft that was read on mount
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
    // If the dialog cannot load, leave without asking: the draft is kept, so nothing is lost.
    void askBefore().then((loaded) => loaded ?? blocker.proceed?.())
  }, [blocked, askBefore, blocker.proceed])

  const submit = handleSubmit(
    async ({ category, company, requester, client: about, contact, installation, ...rest }) => {
      setProblem(undefined)
      if (side === 'staff' && !(company && requester)) {
        if (!company) setError('company', { message: 'Choose a company.' })
        if (!requester) setError('requester', { message: 'Choose a requester.' })
        top.current?.querySelector('input')?.focus()
        return
      }
      const files = await uploads.settled()
      if (!files) {
        setProblem('Some files couldn’t be uploaded. Retry or remove them, then try again.')
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
        refreshTicketLists()
        showToast({
          ...(side === 'staff'
            ? {
                title: `${formatTicketNumber(ticket.number)} created`,
                description: `${ticket.requester.name} will be notified.`,
              }
            : {
                title: `${formatTicketNumber(ticket.number)} sent`,
                description: 'You can track its progress here.',
              }),
          tone: 'good',
        })
        sync.release(true)
        if (!gone.current) await navigate(`${side === 'staff' ? '/admin' : ''}/tickets/${ticket.id}`, { replace: true })
      } catch (e) {
        const failure = parseFailure(e)
        if (failure?.code === 'ATTACHMENT_GONE') uploads.lose()
        const fields = Object.entries(failure?.data?.fields ?? {})
          .map(([name, words]) => [name.replace(/Id$/, ''), words] as const)
          .filter(([name]) => name in EMPTY) as [keyof Form, string[]][]
        for (const [name, [message]] of fields) setError(name, { message })
        if (fields[0]) setFocus(fields[0][0])
        else
          setProblem(
            failure?.message ??
              `The ticket was not ${side === 'staff' ? 'created' : 'sent'}. Your text is still here. Try again.`,
          )
      } finally {
        if (!through) sync.release(false)
      }
    },
  )
  const sendByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (!isSendKey(event)) return
    event.preventDefault()
    // The button ignores clicks meanwhile. A corrected text would be sent as a second ticket.
    if (!isSubmitting) event.currentTarget.requestSubmit()
  }
  async function discard() {
    forgetDraft()
    uploads.clear()
    // Wait for this, so that the next form does not find the draft on the server.
    await sync.discard()
    onDiscard()
  }

  const change = (to: Partial<ReferenceValues>) => {
    for (const [name, value] of Object.entries(to) as [keyof ReferenceValues, never][]) {
      form.setValue(name, value, { shouldDirty: true })
      form.clearErrors(name)
    }
    // The watchers belong to the previous company.
    if (to.company !== undefined) form.setValue('watchers', [])
  }
  const referenceErrors = {
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
            title="We restored your draft"
            onDismiss={() => setNoted(false)}
            action={
              <Button size="sm" variant="ghost" onClick={() => void discard()}>
                Discard draft
              </Button>
            }
          >
            You started this ticket earlier but didn’t send it.
          </Banner>
        )}
        {side === 'staff' && (
          <div ref={top}>
            <Suspense fallback={<Skeleton className="h-16 max-sm:h-41" />}>
              <RequesterFields value={values} onChange={change} errors={referenceErrors} />
            </Suspense>
          </div>
        )}
        <Field label="Subject" required error={errors.subject?.message}>
          <TextInput
            autoComplete="off"
            placeholder="Summarize the issue in one line"
            {...register('subject', {
              validate: (v) => v.trim() !== '' || 'Enter a subject.',
              maxLength: { value: SUBJECT_MAX, message: `At most ${SUBJECT_MAX} characters.` },
            })}
          />
        </Field>
        <Controller
          control={control}
          name="description"
          rules={{
            validate: (v) => v.trim() !== '' || 'Enter a description.',
            maxLength: { value: BODY_MAX, message: `At most ${BODY_MAX.toLocaleString('en-US')} characters.` },
          }}
          render={({ field }) => (
            <Field
              label="Description"
              required
              error={errors.description?.message}
              hint="What happened, what you expected, and when it started. You can use Markdown."
            >
              <MarkdownEditor ref={field.ref} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
            </Field>
          )}
        />
        <Field label="Category" required error={errors.category?.message} className="sm:max-w-80">
          <Select {...register('category', { validate: (v) => v !== '' || 'Choose a category.' })}>
            <option value="" disabled>
              Choose a category
            </option>
            {ticketCategories.map((category) => (
              <option key={category} value={category}>
                {ticketCategoryLabels[category]}
              </option>
            ))}
          </Select>
        </Field>
        <Controller
          control={control}
          name="impact"
          render={({ field }) => (
            <FieldSet label="How many people are affected?" error={errors.impact?.message}>
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
            <FieldSet label="How urgent is it?" error={errors.urgency?.message}>
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
          <ReferenceFields value={values} onChange={change} errors={referenceErrors} staff={side === 'staff'} />
        </Suspense>
        <Controller
          control={control}
          name="watchers"
          render={({ field }) => (
            <FieldSet
              label="Watchers"
              optional
              error={errors.watchers?.message}
              hint="Colleagues and contacts who are notified of every reply."
            >
              <Suspense fallback={<div className="h-11" />}>
                {side === 'staff' && !values.company ? (
                  <p className="text-muted text-sm">Choose a company first.</p>
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
                <span className="max-md:hidden">or drop or paste them anywhere on this form. </span>
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
            {side === 'staff' ? 'Create ticket' : 'Send ticket'}
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
          <span className="ml-auto text-muted text-xs max-md:hidden">{`${getModifier()}+Enter to ${side === 'staff' ? 'create' : 'send'}`}</span>
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
