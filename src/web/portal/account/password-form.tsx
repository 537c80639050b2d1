import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, PasswordInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { IdentityNotConfirmed, useConfirmIdentity } from './confirm-identity.tsx'
import { refreshSecurity } from './security-queries.ts'

type Form = { current: string; password: string; again: string }

const rules = {
  required: 'Password must be at least 8 characters',
  minLength: { value: 8, message: 'Password must be at least 8 characters' },
  maxLength: { value: 72, message: 'Password must be less than 72 characters' },
}

/** Changes the password, or sets one if the user has none. */
export function PasswordForm({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const confirm = useConfirmIdentity()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setError, formState, getValues, reset } = useForm<Form>({
    defaultValues: { current: '', password: '', again: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ current, password }) => {
    setProblem(undefined)
    try {
      await confirm(() => client.account.changePassword({ password, ...(hasPassword ? { current } : {}) }))
      reset()
      refreshSecurity()
      showToast({
        title: hasPassword ? 'Password changed' : 'Password saved',
        description: 'You were signed out everywhere else.',
        tone: 'good',
      })
    } catch (e) {
      if (e instanceof IdentityNotConfirmed) return
      const failure = parseFailure(e)
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [name, [message]] of fields) setError(name as keyof Form, { message }, { shouldFocus: true })
      if (fields.length === 0)
        setProblem(failure?.message ?? 'We couldn’t save your password. Check your connection and try again.')
    }
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      {hasPassword && (
        <Field label="Current password" error={errors.current?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...register('current', { required: 'Enter your current password.' })}
          />
        </Field>
      )}
      <Field
        label="New password"
        error={errors.password?.message}
        hint="8 to 72 characters. A few unrelated words are easy to remember and hard to guess."
      >
        <PasswordInput autoComplete="new-password" {...register('password', rules)} />
      </Field>
      <Field label="Confirm new password" error={errors.again?.message}>
        <PasswordInput
          autoComplete="new-password"
          {...register('again', {
            validate: (v) => v === getValues('password') || 'The passwords don’t match.',
          })}
        />
      </Field>
      <div>
        <Button type="submit" pending={isSubmitting}>
          {hasPassword ? 'Change password' : 'Save password'}
        </Button>
      </div>
    </form>
  )
}
