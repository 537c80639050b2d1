import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { Frame } from './frame.tsx'

export const meta = () => [{ title: `New password · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** Asking for a link to choose a new password. */
export default function RecoverPage() {
  // True until the page has come alive.
  const { loading } = useAuth()
  const [sentTo, setSentTo] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email: '' } })

  const submit = handleSubmit(async ({ email }) => {
    setProblem(undefined)
    try {
      await client.account.recover({ email: email.trim() })
      setSentTo(email.trim())
    } catch (e) {
      const message = failureOf(e)?.data?.fields?.email?.[0]
      if (message) setError('email', { message }, { shouldFocus: true })
      else setProblem(failureOf(e)?.message ?? 'Something went wrong. Try again.')
    }
  })

  return (
    <Frame
      title={sentTo ? 'Look into your mail' : 'Choose a new password'}
      line={
        sentTo
          ? `If there is an account for ${sentTo}, a link is on its way. It works once and for an hour.`
          : 'Tell us your address and we send you a link.'
      }
      below={
        <LinkButton href="/auth" variant="ghost">
          Back to sign-in
        </LinkButton>
      }
    >
      {sentTo ? (
        <div className="mt-5 flex flex-col gap-4 text-sm">
          <p role="status">
            Nothing there after a few minutes? Look among the unwanted mails, and check that the address is the one of
            your account.
          </p>
          <Button onClick={() => setSentTo(undefined)}>Try another address</Button>
        </div>
      ) : (
        <form noValidate method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
          {problem && <Banner tone="bad">{problem}</Banner>}
          <Field label="Email" error={formState.errors.email?.message}>
            <TextInput
              type="email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={255}
              {...register('email', { required: 'Invalid email address' })}
            />
          </Field>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            pending={formState.isSubmitting}
            disabled={loading}
            className="mt-1 w-full"
          >
            Send the link
          </Button>
        </form>
      )}
    </Frame>
  )
}
