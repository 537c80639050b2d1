import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { makePasskey, PasskeyCanceled } from '../platform/session/passkey.ts'
import { storeSession } from '../platform/session/session.client.ts'
import { IdentityNotConfirmed, useConfirmIdentity } from './confirm-identity.tsx'
import { parseDevice } from './device-name.ts'

/** Asks for a passkey's name and has the browser create it. */
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
  // A challenge can be used only once.
  const current = useRef<{ challenge: string } | undefined>(options)
  const { register, handleSubmit, setError, formState } = useForm<{ friendlyName: string }>({
    defaultValues: { friendlyName: parseDevice(navigator.userAgent).name },
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
      showToast({ title: 'Passkey added', description: 'You can sign in with it from now on.', tone: 'good' })
      onAdded()
    } catch (e) {
      if (e instanceof IdentityNotConfirmed) return
      if (e instanceof PasskeyCanceled) return setProblem('No passkey was created. Try again when you’re ready.')
      const message = parseFailure(e)?.data?.fields?.friendlyName?.[0]
      if (message) setError('friendlyName', { message }, { shouldFocus: true })
      else setProblem((e as Error).message)
    }
  })

  return (
    <ActFrame
      title="Add a passkey"
      description="Your browser will ask where to save it: on this device, in your password manager or on a security key."
      confirm="Continue"
      pending={formState.isSubmitting}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field
        label="Name"
        error={formState.errors.friendlyName?.message}
        hint="A name you’ll recognize, such as the device or password manager that stores it."
      >
        <TextInput
          autoComplete="off"
          {...register('friendlyName', {
            validate: (v) => v.trim() !== '' || 'Enter a name.',
            maxLength: { value: 60, message: 'At most 60 characters.' },
          })}
        />
      </Field>
    </ActFrame>
  )
}
