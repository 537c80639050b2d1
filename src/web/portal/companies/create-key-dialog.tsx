import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Checkbox, Field, FieldSet, Select, TextInput } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { IdentityNotConfirmed, useConfirmIdentity } from '../account/index.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import type { Scope } from './model.ts'
import { buildExampleCall, scopes, scopeWords } from './scopes.ts'

type Form = { name: string; scopes: Scope[]; days: '30' | '90' | '365' | 'never' }

interface CreateKeyDialogProps {
  open: boolean
  onClose: () => void
  /** Called when a key was created, so that the list is refetched. */
  onMade: () => void
}

/** Creates an API key. The key is shown only once. */
export function CreateKeyDialog({ open, onClose, onMade }: CreateKeyDialogProps) {
  const [made, setMade] = useState<{ name: string; key: string; scopes: string[] }>()
  const [copied, setCopied] = useState(false)
  const [keys] = useState(createOnceKeys)
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
      const failure = parseFailure(e)
      const fields = Object.entries(failure?.data?.fields ?? {})
      let known = 0
      for (const [path, [message = '']] of fields) {
        const name = path.split('.')[0]
        const to = name === 'expiresInDays' ? 'days' : name
        if (to !== 'name' && to !== 'scopes' && to !== 'days') continue
        setError(to, { message }, { shouldFocus: true })
        known++
      }
      if (known === 0) setProblem(failure?.message ?? 'We couldn’t create the key. Try again.')
    }
  })

  if (made) {
    const curl = buildExampleCall(made.scopes, location.origin, made.key)
    return (
      <Dialog
        open={open}
        onOpenChange={(next) => !next && onClose()}
        phone="full"
        title={`“${made.name}” is ready`}
        description="Copy the key now. For security, we won’t show it again."
        footer={
          <Button variant="primary" onClick={onClose}>
            {copied ? 'Done' : 'I’ve copied the key'}
          </Button>
        }
      >
        <div className="flex flex-col gap-5">
          <Secret label="API key" text={made.key} copy="Copy API key" onCopied={() => setCopied(true)} />
          {curl && <Secret label="Try it in a terminal" text={curl} copy="Copy command" />}
          <Banner tone="warn" title="Keep this key secret">
            Anyone who has this key can do everything its scopes allow. Store it as a secret, never in code.
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
      description="Use a separate key for each program, with only the scopes it needs."
      confirm="Create key"
      pending={isSubmitting}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Name" required error={errors.name?.message}>
        <TextInput
          autoComplete="off"
          placeholder="Monitoring integration"
          {...register('name', {
            validate: (v) => v.trim() !== '' || 'Enter a name.',
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
        label="Expiration"
        hint="You can revoke the key at any time."
        error={errors.days?.message}
        className="sm:max-w-64"
      >
        <Select {...register('days')}>
          <option value="30">In 30 days</option>
          <option value="90">In 90 days</option>
          <option value="365">In 1 year</option>
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
      <div className="flex items-start gap-1 rounded-sm border border-edge bg-ink py-1 pr-1 pl-3">
        <pre className="min-w-0 flex-1 select-all whitespace-pre-wrap py-1 font-mono text-xs leading-5 [overflow-wrap:anywhere]">
          {text}
        </pre>
        <CopyButton text={text} label={copy} onCopied={onCopied} />
      </div>
    </figure>
  )
}
