import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field, PasswordInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { passwordRecovery } from '../platform/session.client.ts'
import { Frame } from './frame.tsx'

export const meta = () => [{ title: `Choose a password · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

type Form = { password: string; again: string }

const rules = {
  minLength: { value: 8, message: 'Password must be at least 8 characters' },
  required: 'Password must be at least 8 characters',
  maxLength: { value: 72, message: 'Password must be less than 72 characters' },
}

/** Choosing a password with the one-time token of a link. */
export default function SetPasswordPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  // True until the page has come alive.
  const { loading } = useAuth()
  const token = query.get('token') ?? ''
  const [problem, setProblem] = useState(
    token ? undefined : 'This link is not complete. Open it again from where you got it.',
  )
  const { register, handleSubmit, setError, formState, getValues } = useForm<Form>({
    defaultValues: { password: '', again: '' },
  })

  useEffect(() => {
    if (!loading && token) passwordRecovery()
  }, [loading, token])

  const submit = handleSubmit(async ({ password }) => {
    setProblem(undefined)
    try {
      await client.account.setPassword({ token, password })
      toast({ title: 'Password saved.', description: 'Sign in with it now.', tone: 'good' })
      navigate('/auth', { replace: true })
    } catch (e) {
      const message = failureOf(e)?.data?.fields?.password?.[0]
      if (message) setError('password', { message }, { shouldFocus: true })
      else setProblem(failureOf(e)?.message ?? 'Something went wrong. Try again.')
    }
  })

  return (
    <Frame
      title="Choose a password"
      line="8 to 72 characters. A few unrelated words are easy to keep in mind and hard to guess."
      below={
        <LinkButton href="/auth" variant="ghost">
          Go to sign-in
        </LinkButton>
      }
    >
      <form noValidate method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Field label="New password" error={formState.errors.password?.message}>
          <PasswordInput autoComplete="new-password" {...register('password', rules)} />
        </Field>
        <Field label="The same again" error={formState.errors.again?.message}>
          <PasswordInput
            autoComplete="new-password"
            {...register('again', {
              validate: (v) => v === getValues('password') || 'The two passwords are not the same',
            })}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={formState.isSubmitting}
          disabled={!token || loading}
          className="mt-1 w-full"
        >
          Save password
        </Button>
      </form>
    </Frame>
  )
}
