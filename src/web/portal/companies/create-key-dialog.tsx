import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field, FieldSet, Select, TextInput } from '../../ui/field.tsx'
import { IdentityNotConfirmed, useConfirmIdentity } from '../account/index.ts'
import { ActFrame } from '../platform/act-frame.tsx'
import { client, failureOf } from '../platform/api.ts'
import { onceKeys } from '../platform/once.ts'
import type { Scope } from './model.ts'
import { exampleCall, scopes, scopeWords } from './scopes.ts'

type Form = { name: string; scopes: Scope[]; days: '30' | '90' | '365' | 'never' }

interface CreateKeyDialogProps {
  open: boolean
  onClose: () => void
  /** A key was made: the list is old. */
  onMade: () => void
}

/** Makes an API key, and shows it the one time that it can be seen. */
export function CreateKeyDialog({ open, onClose, onMade }: CreateKeyDialogProps) {
  const [made, setMade] = useState<{ name: string; key: string; scopes: string[] }>()
  const [copied, setCopied] = useState(false)
  const [keys] = useState(onceKeys)
  const { register, handleSubmit, setError, formState } = useForm<Form>({
    defaultValues: { name: '', scopes: ['tickets:read'], days: '90' },
  })
  const { errors, isSubmitting } = formState
  const [problem, setProblem] = useState<string>()
  const confirmed = useConfirmIdentity()

  const submit = handleSubmit(async (form) => {
    setProblem(undefined)
    const input = {
      name: form.name.trim(),
      scopes: form.scopes,
      expiresInDays: form.days === 'never' ? null : (Number(form.days) as 30 | 90 | 365),
    }
    try {
      const answer = await confirmed(() =>
        client.companies.createKey(input, { context: { idempotencyKey: keys.keyFor(input) } }),
      )
      setMade(answer)
      onMade()
    } catch (e) {
      if (e instanceof IdentityNotConfirmed) return
      const failure = failureOf(e)
      const fields = Object.entries(failure?.data?.fields ?? {})
      let known = 0
      for (const [path, [message = '']] of fields) {
        const name = path.split('.')[0]
        const to = name === 'expiresInDays' ? 'days' : name
        if (to !== 'name' && to !== 'scopes' && to !== 'days') continue
        setError(to, { message }, { shouldFocus: true })
        known++
      }
      if (known === 0) setProblem(failure?.message ?? 'Something went wrong. Try again.')
    }
  })

  if (made) {
    const curl = exampleCall(made.scopes, location.origin, made.key)
    return (
      <Dialog
        open={open}
        onOpenChange={(next) => !next && onClose()}
        phone="full"
        title={`“${made.name}” is ready`}
        description="Copy the key now. It is shown this once; we keep only a fingerprint of it."
        footer={
          <Button variant="primary" onClick={onClose}>
            {copied ? 'Done' : 'I have copied it'}
          </Button>
        }
      >
        <div className="flex flex-col gap-5">
          <Secret label="API key" text={made.key} copy="Copy API key" onCopied={() => setCopied(true)} />
          {curl && <Secret label="Try it in a terminal" text={curl} copy="Copy command" />}
          <Banner tone="warn" title="Keep it like a password">
            Whoever has it can do all that its scopes allow. Put it into your program’s secrets, never into its code.
          </Banner>
        </div>
      </Dialog>
    )
  }
  return (
    <ActFrame
      open={open}
      size="md"
      phone="full"
      title="Create an API key"
      description="One key for each program, with no more scopes than it needs."
      confirm="Create key"
      pending={isSubmitting}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="What it is for" required error={errors.name?.message}>
        <TextInput
          autoComplete="off"
          placeholder="Monitoring opens tickets"
          {...register('name', {
            validate: (v) => v.trim() !== '' || 'Say what it is for.',
            maxLength: { value: 100, message: 'At most 100 characters.' },
          })}
        />
      </Field>
      <FieldSet label="Scopes" required error={errors.scopes?.message}>
        <div className="flex flex-col gap-3">
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={scopeWords[scope].label}
              description={scopeWords[scope].description}
              {...register('scopes', { validate: (v) => v.length > 0 || 'Choose at least one scope.' })}
            />
          ))}
        </div>
      </FieldSet>
      <Field
        label="Ends by itself"
        hint="You can revoke it at any time before."
        error={errors.days?.message}
        className="sm:max-w-64"
      >
        <Select {...register('days')}>
          <option value="30">After 30 days</option>
          <option value="90">After 90 days</option>
          <option value="365">After a year</option>
          <option value="never">Never</option>
        </Select>
      </Field>
    </ActFrame>
  )
}

function Secret({ label, text, copy, onCopied }: { label: string; text: string; copy: string; onCopied?: () => void }) {
  return (
    <figure>
      <figcaption className="mb-1.5 font-medium text-sm">{label}</figcaption>
      <div className="flex items-start gap-1 rounded-sm border border-edge bg-ink py-1 pr-1 pl-3 [&_button]:max-md:size-11!">
        <pre className="min-w-0 flex-1 select-all whitespace-pre-wrap py-1 font-mono text-xs leading-5 [overflow-wrap:anywhere]">
          {text}
        </pre>
        <CopyButton text={text} label={copy} onCopied={onCopied} />
      </div>
    </figure>
  )
}
