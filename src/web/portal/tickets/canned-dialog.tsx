import { useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { MarkdownText } from '../../ui/markdown-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { EditFrame } from '../platform/edit-frame.tsx'
import { onceKeys } from '../platform/once.ts'
import { TheirsNotice } from '../platform/theirs-notice.tsx'
import { type EditorHandle, MarkdownEditor } from './markdown-editor.tsx'
import type { CannedReply, CannedVariable } from './model.ts'

interface CannedDialogProps {
  /** None: a new one. */
  reply: CannedReply | undefined
  onClose: () => void
  onSaved: () => void
}

type Form = { name: string; shortcut: string; body: string }

/** What fills itself in; the server has the list (contract/tickets.ts) and refuses others by name. */
const variables: Record<CannedVariable, string> = {
  'requester.first_name': 'First name of the requester',
  'requester.name': 'Requester',
  'company.name': 'Company',
  'ticket.number': 'Ticket number',
  'ticket.subject': 'Subject',
  'ticket.priority': 'Priority',
  'ticket.url': 'Link to the ticket',
  'me.first_name': 'Your first name',
  'me.name': 'Your name',
  'provider.name': 'Our name',
}

/** A shortcut from a name, until somebody writes their own. */
const shortcutOf = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30)

/** Adds or changes a canned reply, with a look at how it reads. */
export function CannedDialog({ reply, onClose, onSaved }: CannedDialogProps) {
  const [base, setBase] = useState(reply)
  const { control, register, handleSubmit, getValues, setError, setValue, formState } = useForm<Form>({
    defaultValues: { name: reply?.name ?? '', shortcut: reply?.shortcut ?? '', body: reply?.body ?? '' },
  })
  const { errors, isSubmitting, isDirty, dirtyFields } = formState
  const [problem, setProblem] = useState<string>()
  const [theirs, setTheirs] = useState<CannedReply>()
  const [preview, setPreview] = useState<string>()
  const [keys] = useState(onceKeys)
  const editor = useRef<EditorHandle>(null)

  function show(e: unknown) {
    const failure = failureOf(e)
    const current = failure?.data?.current as CannedReply | undefined
    if (failure?.code === 'CONFLICT' && current) {
      setTheirs(current)
      setBase(current)
      return
    }
    const fields = Object.entries(failure?.data?.fields ?? {}).filter(([name]) =>
      ['name', 'shortcut', 'body'].includes(name),
    )
    for (const [name, [message]] of fields) setError(name as keyof Form, { message }, { shouldFocus: true })
    if (fields.length === 0) setProblem(failure?.message ?? 'Something went wrong. Try again.')
  }
  const submit = handleSubmit(async (form) => {
    setProblem(undefined)
    try {
      const input = { name: form.name.trim(), shortcut: form.shortcut.trim(), body: form.body }
      if (base) await client.tickets.editCannedReply({ id: base.id, version: base.version, ...input })
      else await client.tickets.createCannedReply(input, { context: { idempotencyKey: keys.keyFor(input) } })
      toast({ title: base ? `“${input.name}” saved` : `“${input.name}” added`, tone: 'good' })
      onSaved()
      onClose()
    } catch (e) {
      show(e)
    }
  })
  async function look() {
    setProblem(undefined)
    try {
      setPreview((await client.tickets.previewCannedReply({ body: getValues('body') })).text)
    } catch (e) {
      setPreview(undefined)
      show(e)
    }
  }

  return (
    <EditFrame
      size="lg"
      title={reply ? 'Edit canned reply' : 'Add a canned reply'}
      dirty={isDirty}
      leaving="What you wrote here is not saved."
      pending={isSubmitting}
      problem={problem}
      save={reply ? 'Save' : 'Add reply'}
      onSave={() => void submit()}
      onClose={onClose}
      more={
        <Button className="mr-auto" onClick={() => void look()}>
          Try it out
        </Button>
      }
    >
      {theirs && (
        <TheirsNotice
          title="Somebody else changed this reply meanwhile"
          text={theirs.body}
          choice={{
            label: 'Use theirs',
            onChoose: () => {
              for (const field of ['name', 'shortcut', 'body'] as const) setValue(field, theirs[field])
              setTheirs(undefined)
            },
          }}
        >
          {theirs.updatedBy ? `${theirs.updatedBy} saved` : 'Saved'} “{theirs.name}”, /{theirs.shortcut}:
        </TheirsNotice>
      )}
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <Field label="Name" required error={errors.name?.message}>
          <TextInput
            autoComplete="off"
            placeholder="Ask for the run log"
            {...register('name', {
              validate: (v) => v.trim() !== '' || 'Give it a name.',
              maxLength: { value: 80, message: 'At most 80 characters.' },
              onChange: (event) => {
                if (!reply && !dirtyFields.shortcut) setValue('shortcut', shortcutOf(event.target.value))
              },
            })}
          />
        </Field>
        <Field label="Shortcut" required error={errors.shortcut?.message} hint="Typed after /">
          <TextInput
            autoComplete="off"
            spellCheck={false}
            placeholder="run-log"
            {...register('shortcut', {
              validate: (v) =>
                /^[a-z0-9][a-z0-9-]{0,29}$/i.test(v.trim()) || 'Letters, digits and hyphens, at most 30.',
            })}
          />
        </Field>
      </div>
      <Controller
        control={control}
        name="body"
        rules={{ validate: (v) => v.trim() !== '' || 'Write the reply.' }}
        render={({ field }) => (
          <Field label="Text" required error={errors.body?.message}>
            <MarkdownEditor
              ref={(handle) => {
                editor.current = handle
                field.ref(handle)
              }}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              rows={6}
            />
          </Field>
        )}
      />
      <fieldset>
        <legend className="mb-2 text-muted text-xs">Insert what fills itself in</legend>
        <div className="flex flex-wrap gap-1.5">
          {(Object.keys(variables) as CannedVariable[]).map((name) => (
            <Button
              key={name}
              size="sm"
              className="max-md:h-11!"
              title={`{{ ${name} }}`}
              onClick={() => editor.current?.type(`{{ ${name} }}`)}
            >
              {variables[name]}
            </Button>
          ))}
        </div>
      </fieldset>
      {preview !== undefined && (
        <section aria-label="How it reads" className="rounded-md border border-line bg-ink px-4 py-3">
          <p className="mb-2 text-muted text-xs">With a made-up ticket</p>
          <MarkdownText text={preview} />
        </section>
      )}
    </EditFrame>
  )
}
