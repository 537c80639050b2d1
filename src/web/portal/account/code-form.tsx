import { type ComponentProps, type ComponentType, useState } from 'react'
import { useForm } from 'react-hook-form'
import { plainCode } from '../../../contract/plain/plain-code.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import type { Failure } from '../platform/data/api.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { Frame } from './frame.tsx'

/** Asks for the second factor to sign in or reset the password: an authenticator code or a recovery code. */
export function CodeForm({
  onDone,
  onOver,
  send,
  Around = Frame,
}: {
  onDone: () => void
  /** Called when the user has to start over, with the reason if there is one. */
  onOver: (why?: string) => void
  /** Sends the code. Completes the sign-in by default. */
  send?: (code: string) => Promise<Pick<Failure, 'code' | 'message' | 'data'> | null>
  /** The component around the form: a page by default. */
  Around?: ComponentType<ComponentProps<typeof Frame>>
}) {
  const { verify } = useAuth()
  const [recovery, setRecovery] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setError, resetField, formState } = useForm({ defaultValues: { code: '' } })

  const submit = handleSubmit(async ({ code }) => {
    setProblem(undefined)
    const error = send ? await send(code) : (await verify({ code })).error
    if (!error) return onDone()
    if (error.code === 'CHALLENGE_OVER' || error.code === 'TOKEN_INVALID') return onOver(error.message)
    const message = error.data?.fields?.code?.[0]
    if (message) setError('code', { message }, { shouldFocus: true })
    else setProblem(error.message)
  })

  return (
    <Around
      title="One more step"
      line={
        recovery
          ? 'Enter one of your recovery codes. Each code works once.'
          : 'Enter the six-digit code from your authenticator app.'
      }
      below={
        <Button variant="ghost" onClick={() => onOver()}>
          Back to sign-in
        </Button>
      }
    >
      <form noValidate method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Field
          key={recovery ? 'recovery' : 'app'}
          label={recovery ? 'Recovery code' : 'Code'}
          error={formState.errors.code?.message}
        >
          <TextInput
            autoFocus
            inputMode={recovery ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            className="text-center font-mono text-lg tracking-widest"
            {...register('code', {
              validate: (v) =>
                recovery || /^\d{6}$/.test(plainCode(v))
                  ? v.trim() !== '' || 'Enter the code.'
                  : 'Enter all six digits.',
            })}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" pending={formState.isSubmitting} className="mt-1 w-full">
          Continue
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            resetField('code')
            setProblem(undefined)
            setRecovery(!recovery)
          }}
        >
          {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
      </form>
    </Around>
  )
}
