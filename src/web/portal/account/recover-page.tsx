import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { focusHeading } from '../../ui/page-focus.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { Frame } from './frame.tsx'

export const meta = () => [{ title: `New password · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** The page where a user requests a link to reset the password. */
export default function RecoverPage() {
  const [sentTo, setSentTo] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email: '' } })

  useEffect(() => {
    // The form that had the focus is gone. The heading says what happened, so it gets the focus.
    if (sentTo) focusHeading()
  }, [sentTo])

  const submit = handleSubmit(async ({ email }) => {
    setProblem(undefined)
    try {
      await client.account.recover({ email: email.trim() })
      setSentTo(email.trim())
    } catch (e) {
      const message = parseFailure(e)?.data?.fields?.email?.[0]
      if (message) setError('email', { message }, { shouldFocus: true })
      else setProblem(parseFailure(e)?.message ?? 'We couldn’t send the link. Check your connection and try again.')
    }
  })

  return (
    <Frame
      title={sentTo ? 'Check your email' : 'Reset your password'}
      line={
        sentTo
          ? `If there’s an account for ${sentTo}, we’ve sent a link. It works once and expires in one hour.`
          : 'Enter your email address and we’ll send you a link to choose a new password.'
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
            No email after a few minutes? Check your spam folder, and make sure you entered the address of your account.
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
          <Button type="submit" variant="primary" size="lg" pending={formState.isSubmitting} className="mt-1 w-full">
            Send link
          </Button>
        </form>
      )}
    </Frame>
  )
}
