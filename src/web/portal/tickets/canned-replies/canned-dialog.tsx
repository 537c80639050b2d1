import { useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { MarkdownText } from '../../../ui/text/markdown-text.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import { EditFrame } from '../../platform/forms/edit-frame.tsx'
import { TheirsNotice } from '../../platform/forms/theirs-notice.tsx'
import { type EditorHandle, MarkdownEditor } from '../conversation/markdown-editor.tsx'
import type { CannedReply, CannedVariable } from '../model.ts'

interface CannedDialogProps {
  /** Undefined for a new canned reply. */
  reply: CannedReply | undefined
  onClose: () => void
  onSaved: () => void
}

type Form = { name: string; shortcut: string; body: string }

/**
 * Variables that a canned reply can contain, with their labels. The list is `CANNED_VARIABLES` in the contract. The
 * server rejects any other and names it.
 */
const variables: Record<CannedVariable, string> = {
  'requester.first_name': 'Requester’s first name',
  'requester.name': 'Requester’s name',
  'company.name': 'Company',
  'ticket.number': 'Ticket number',
  'ticket.subject': 'Subject',
  'ticket.priority': 'Priority',
  'ticket.url': 'Link to the ticket',
  'me.first_name': 'Your first name',
  'me.name': 'Your name',
  'provider.name': 'Our company name',
}

/** Returns a shortcut made from the name, used until the user types another one. */
const shortcutOf = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30)

/** Adds or changes a canned reply, with a preview. */
export function CannedDialog({ reply, onClose, onSaved }: CannedDialogProps) {
  const [base, setBase] = useState(reply)
  const { control, register, handleSubmit, getValues, setError, setValue, formState } = useForm<Form>({
    defaultValues: { name: reply?.name ?? '', shortcut: reply?.shortcut ?? '', body: reply?.body ?? '' },
  })
  const { errors, isSubmitting, isDirty, dirtyFields } = formState
  const [problem, setProblem] = useState<string>()
  const [theirs, setTheirs] = useState<CannedReply>()
  const [preview, setPreview] = useState<string>()
  const [keys] = useState(createOnceKeys)
  const editor = useRef<EditorHandle>(null)

  function show(e: unknown) {
    const failure = parseFailure(e)
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
    if (fields.length === 0) setProblem(failure?.message ?? 'The canned reply was not saved. Try again.')
  }
  const submit = handleSubmit(async (form) => {
    setProblem(undefined)
    try {
      const input = { name: form.name.trim(), shortcut: form.shortcut.trim(), body: form.body }
      if (base) await client.tickets.editCannedReply({ id: base.id, version: base.version, ...input })
      else await client.tickets.createCannedReply(input, { context: { idempotencyKey: keys.keyFor(input) } })
      showToast({ title: base ? `“${input.name}” saved` : `“${input.name}” added`, tone: 'good' })
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
      title={reply ? 'Edit canned reply' : 'Add canned reply'}
      dirty={isDirty}
      leaving="Your changes haven’t been saved."
      pending={isSubmitting}
      problem={problem}
      save={reply ? 'Save canned reply' : 'Add canned reply'}
      onSave={() => void submit()}
      onClose={onClose}
      more={
        <Button className="mr-auto" onClick={() => void look()}>
          Preview with sample data
        </Button>
      }
    >
      {theirs && (
        <TheirsNotice
          title={`${theirs.updatedBy ?? 'Someone else'} changed this canned reply while you were editing`}
          text={theirs.body}
          choice={{
            label: 'Use their version',
            onChoose: () => {
              for (const field of ['name', 'shortcut', 'body'] as const) setValue(field, theirs[field])
              setTheirs(undefined)
            },
          }}
        >
          Saved version: “{theirs.name}”, /{theirs.shortcut}
        </TheirsNotice>
      )}
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <Field label="Name" required error={errors.name?.message}>
          <TextInput
            autoComplete="off"
            placeholder="Ask for the run log"
            {...register('name', {
              validate: (v) => v.trim() !== '' || 'Enter a name.',
              maxLength: { value: 80, message: 'At most 80 characters.' },
              onChange: (event) => {
                if (!reply && !dirtyFields.shortcut) setValue('shortcut', shortcutOf(event.target.value))
              },
            })}
          />
        </Field>
        <Field label="Shortcut" required error={errors.shortcut?.message} hint="Type it after / in a reply.">
          <TextInput
            autoComplete="off"
            spellCheck={false}
            placeholder="run-log"
            {...register('shortcut', {
              validate: (v) =>
                /^[a-z0-9][a-z0-9-]{0,29}$/i.test(v.trim()) || 'Use up to 30 letters, digits and hyphens.',
            })}
          />
        </Field>
      </div>
      <Controller
        control={control}
        name="body"
        rules={{ validate: (v) => v.trim() !== '' || 'Enter the text of the reply.' }}
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
        <legend className="mb-2 text-muted text-xs">Insert a variable</legend>
        <div className="flex flex-wrap gap-1.5">
          {(Object.keys(variables) as CannedVariable[]).map((name) => (
            <Button key={name} size="sm" title={`{{ ${name} }}`} onClick={() => editor.current?.type(`{{ ${name} }}`)}>
              {variables[name]}
            </Button>
          ))}
        </div>
      </fieldset>
      {preview !== undefined && (
        <section aria-label="Preview" className="rounded-md border border-line bg-ink px-4 py-3">
          <p className="mb-2 text-muted text-xs">Preview with a sample ticket</p>
          <MarkdownText text={preview} />
        </section>
      )}
    </EditFrame>
  )
}
