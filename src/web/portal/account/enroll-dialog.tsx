import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { account } from '../../../contract/account/index.ts'
import { plainCode } from '../../../contract/plain/plain-code.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { storeSession } from '../platform/session/session.client.ts'
import { IdentityNotConfirmed, useConfirmIdentity } from './confirm-identity.tsx'

/** The server's response that starts the set-up. */
export type Enrollment = z.infer<NonNullable<(typeof account.enroll)['~orpc']['outputSchema']>>

const FORM_ID = 'enroll'

/** Shows the QR code and secret for an authenticator app and asks for the first code. */
export default function EnrollDialog({
  enrollment,
  onClose,
  onDone,
}: {
  enrollment: Enrollment
  onClose: () => void
  onDone: (recoveryCodes: string[]) => void
}) {
  const confirm = useConfirmIdentity()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm<{ code: string }>({ defaultValues: { code: '' } })
  const { qr_code, secret, uri } = enrollment.totp
  const spaced = secret.replace(/(.{4})(?=.)/g, '$1 ')

  const digits = useRef<HTMLInputElement>(null)
  const { ref, ...field } = register('code', {
    validate: (v) => /^\d{6}$/.test(plainCode(v)) || 'Enter all six digits.',
  })

  const submit = handleSubmit(async ({ code }) => {
    setProblem(undefined)
    try {
      const { session, recoveryCodes } = await confirm(() =>
        client.account.verifyFactor({ factorId: enrollment.id, code: code.trim() }),
      )
      storeSession('MFA_CHALLENGE_VERIFIED', session)
      showToast({
        title: '2FA Enabled',
        description: 'Two-factor authentication is now active on your account.',
        tone: 'good',
      })
      onDone(recoveryCodes)
    } catch (e) {
      if (e instanceof IdentityNotConfirmed) return
      const failure = parseFailure(e)
      const message = failure?.data?.fields?.code?.[0] ?? (failure?.code === 'CODE_WRONG' ? failure.message : undefined)
      if (message) setError('code', { message }, { shouldFocus: true })
      else if (failure?.code === 'NOT_FOUND')
        setProblem('Setup was started again in another window. Close this dialog and start over.')
      else setProblem(failure?.message ?? 'We couldn’t verify the code. Check your connection and try again.')
    }
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Set up an authenticator app"
      description="Use an app such as 1Password, Microsoft Authenticator, Google Authenticator or Authy."
      phone="full"
      initialFocus={digits}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM_ID} variant="primary" pending={formState.isSubmitting}>
            Verify and turn on
          </Button>
        </>
      }
    >
      <ol className="flex flex-col gap-6">
        <li className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-5">
          <img
            // The SVG comes from our own server and is shown as an image, so scripts in it cannot run. It includes its
            // white margin and is shown at its natural size, so that every module is a whole number of pixels.
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr_code)}`}
            alt="QR code for the authenticator app"
            className="max-w-none justify-self-center forced-color-adjust-none"
          />
          <div className="min-w-0 self-center">
            <p className="font-medium">1. Scan this QR code with the app</p>
            <p className="mt-1 text-muted">Or enter this key in the app and choose “time-based”:</p>
            <p className="mt-2 flex items-center gap-2 rounded-sm border border-line bg-ink py-1 pr-1 pl-3">
              <code className="min-w-0 flex-1 font-mono text-xs leading-5 [overflow-wrap:anywhere]">{spaced}</code>
              <CopyButton text={secret} label="Copy key" />
            </p>
            {/* On a phone, the user cannot scan a code shown on the same screen. */}
            <p className="mt-3 md:hidden">
              <a href={uri} className="inline-flex min-h-11 items-center text-accent underline underline-offset-2">
                Open the app on this device
              </a>
            </p>
          </div>
        </li>
        <li>
          <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-3">
            {problem && <Banner tone="bad">{problem}</Banner>}
            <Field label="2. Enter the six-digit code from the app" error={formState.errors.code?.message}>
              <TextInput
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={7}
                className="max-w-48 font-mono tracking-widest"
                {...field}
                ref={(node) => {
                  ref(node)
                  digits.current = node
                }}
              />
            </Field>
          </form>
        </li>
      </ol>
    </Dialog>
  )
}
