import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { client, failureOf } from '../platform/api.ts'
import { IdentityNotConfirmed, useConfirmIdentity } from './confirm-identity.tsx'

type Form = { email: string }

// The server decides; this only spares the way there. One @, a dot in the domain, no spaces.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Asks for another address; it counts once the link that goes there was opened. */
export function EmailForm({ email }: { email: string }) {
  const confirm = useConfirmIdentity()
  const [problem, setProblem] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const { register, handleSubmit, setError, formState, reset } = useForm<Form>({ defaultValues: { email: '' } })

  const submit = handleSubmit(async ({ email: typed }) => {
    setProblem(undefined)
    setSentTo(undefined)
    const wish = typed.trim()
    try {
      await confirm(() => client.account.changeEmail({ email: wish }))
      setSentTo(wish)
      reset()
    } catch (e) {
      if (e instanceof IdentityNotConfirmed) return
      const failure = failureOf(e)
      const message = failure?.data?.fields?.email?.[0]
      if (message) setError('email', { message }, { shouldFocus: true })
      else setProblem(failure?.message ?? 'Something went wrong. Try again.')
    }
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm">
        Now: <strong className="font-medium [overflow-wrap:anywhere]">{email}</strong>
      </p>
      {problem && <Banner tone="bad">{problem}</Banner>}
      {sentTo && (
        <Banner tone="good" title={`Look into the inbox of ${sentTo}`}>
          Open the link in our mail there to finish. Until then you sign in with {email}, which gets a notice.
        </Banner>
      )}
      <Field
        label="New address"
        error={formState.errors.email?.message}
        hint="A link goes to the new address and a notice to the old one. Nothing changes before the link is opened."
      >
        <TextInput
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...register('email', {
            validate: (v) => EMAIL.test(v.trim()) || 'Invalid email address',
            maxLength: { value: 255, message: 'Email must be at most 255 characters' },
          })}
        />
      </Field>
      <div>
        <Button type="submit" pending={formState.isSubmitting}>
          Send the link
        </Button>
      </div>
    </form>
  )
}
