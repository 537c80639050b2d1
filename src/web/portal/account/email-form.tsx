import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { IdentityNotConfirmed, useConfirmIdentity } from './confirm-identity.tsx'

type Form = { email: string }

// A quick check before the request: one @, a dot in the domain, no spaces. The server decides.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Requests an email address change. It takes effect when the link sent to the new address is opened. */
export function EmailForm({ email }: { email: string }) {
  const confirm = useConfirmIdentity()
  const [problem, setProblem] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const { register, handleSubmit, setError, formState, reset } = useForm<Form>({ defaultValues: { email: '' } })

  const submit = handleSubmit(async ({ email: typed }) => {
    setProblem(undefined)
    setSentTo(undefined)
    const address = typed.trim()
    try {
      await confirm(() => client.account.changeEmail({ email: address }))
      setSentTo(address)
      reset()
    } catch (e) {
      if (e instanceof IdentityNotConfirmed) return
      const failure = parseFailure(e)
      const message = failure?.data?.fields?.email?.[0]
      if (message) setError('email', { message }, { shouldFocus: true })
      else setProblem(failure?.message ?? 'We couldn’t send the link. Check your connection and try again.')
    }
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm">
        Current address: <strong className="font-medium [overflow-wrap:anywhere]">{email}</strong>
      </p>
      {problem && <Banner tone="bad">{problem}</Banner>}
      {sentTo && (
        <Banner tone="good" title={`Check your inbox at ${sentTo}`}>
          Open the link in our email to finish. Until then, you sign in with {email}. We notified that address, too.
        </Banner>
      )}
      <Field
        label="New address"
        error={formState.errors.email?.message}
        hint="We send a link to the new address and a notice to the current one. The change takes effect when you open the link."
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
          Send link
        </Button>
      </div>
    </form>
  )
}
