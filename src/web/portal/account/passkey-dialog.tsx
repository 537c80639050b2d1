import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { client, failureOf } from '../platform/api.ts'
import { makePasskey, PasskeyCancelled } from '../platform/passkey.ts'
import { storeSession } from '../platform/session.client.ts'
import { IdentityNotConfirmed, useConfirmIdentity } from './confirm-identity.tsx'
import { deviceOf } from './device-name.ts'

/** Names a passkey and lets the browser make it. */
export default function PasskeyDialog({
  options,
  onClose,
  onAdded,
}: {
  options: { challenge: string }
  onClose: () => void
  onAdded: () => void
}) {
  const confirm = useConfirmIdentity()
  const [problem, setProblem] = useState<string>()
  // A challenge is good for one try.
  const current = useRef<{ challenge: string } | undefined>(options)
  const { register, handleSubmit, setError, formState } = useForm<{ friendlyName: string }>({
    defaultValues: { friendlyName: deviceOf(navigator.userAgent).name },
  })

  const submit = handleSubmit(async ({ friendlyName }) => {
    setProblem(undefined)
    try {
      current.current ??= await confirm(() => client.account.newPasskeyOptions({}))
      const challenge = current.current
      current.current = undefined
      const response = await makePasskey(challenge)
      const { session } = await client.account.addPasskey({ response, friendlyName: friendlyName.trim() })
      storeSession('USER_UPDATED', session)
      toast({ title: 'Passkey added', description: 'You can sign in with it from now on.', tone: 'good' })
      onAdded()
    } catch (e) {
      if (e instanceof IdentityNotConfirmed) return
      if (e instanceof PasskeyCancelled) return setProblem('No passkey was made. Try again when you are ready.')
      const message = failureOf(e)?.data?.fields?.friendlyName?.[0]
      if (message) setError('friendlyName', { message }, { shouldFocus: true })
      else setProblem((e as Error).message)
    }
  })

  return (
    <ActFrame
      title="Add a passkey"
      description="Your browser asks next where to keep it: on this device, in your password manager, or on a security key."
      confirm="Continue"
      pending={formState.isSubmitting}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field
        label="Name"
        error={formState.errors.friendlyName?.message}
        hint="By which you tell it from your others: the device or password manager that holds it."
      >
        <TextInput
          autoComplete="off"
          {...register('friendlyName', {
            validate: (v) => v.trim() !== '' || 'Give it a name.',
            maxLength: { value: 60, message: 'The name has at most 60 characters.' },
          })}
        />
      </Field>
    </ActFrame>
  )
}
