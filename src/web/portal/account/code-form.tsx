import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { useAuth } from '../platform/auth.tsx'
import { Frame } from './frame.tsx'

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function CodeForm({
  onDone,
  onOver,
}: {
  onDone: () => void
  /** The sign-in has to begin again, for this reason if there is one. */
  onOver: (why?: string) => void
}) {
  const { verify } = useAuth()
  const [recovery, setRecovery] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setError, resetField, formState } = useForm({ defaultValues: { code: '' } })

  const submit = handleSubmit(async ({ code }) => {
    setProblem(undefined)
    const { error } = await verify({ code })
    if (!error) return onDone()
    if (error.code === 'CHALLENGE_OVER') return onOver(error.message)
    const message = error.data?.fields?.code?.[0]
    if (message) setError('code', { message }, { shouldFocus: true })
    else setProblem(error.message)
  })

  return (
    <Frame
      title="One more step"
      line={
        recovery
          ? 'Enter one of the recovery codes that you kept. Each works once.'
          : 'Enter the six digits that your authenticator app shows now.'
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
                recovery || /^\d{6}$/.test(v.replace(/\s/g, ''))
                  ? v.trim() !== '' || 'Enter the code.'
                  : 'The code has six digits.',
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
    </Frame>
  )
}
