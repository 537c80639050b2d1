import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { storeSession } from '../platform/session.client.ts'
import type { Enrollment } from './authenticator.tsx'
import { IdentityNotConfirmed, useConfirmIdentity } from './confirm-identity.tsx'

const FORM_ID = 'enroll'

/** The QR code and the secret of an authenticator app, and the first code of it. */
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
    validate: (v) => /^\d{3}\s?\d{3}$/.test(v.trim()) || 'The code has six digits.',
  })

  const submit = handleSubmit(async ({ code }) => {
    setProblem(undefined)
    try {
      const { session, recoveryCodes } = await confirm(() =>
        client.account.verifyFactor({ factorId: enrollment.id, code: code.trim() }),
      )
      storeSession('MFA_CHALLENGE_VERIFIED', session)
      toast({
        title: '2FA Enabled',
        description: 'Two-factor authentication is now active on your account.',
        tone: 'good',
      })
      onDone(recoveryCodes)
    } catch (e) {
      if (e instanceof IdentityNotConfirmed) return
      const failure = failureOf(e)
      const message = failure?.data?.fields?.code?.[0] ?? (failure?.code === 'CODE_WRONG' ? failure.message : undefined)
      if (message) setError('code', { message }, { shouldFocus: true })
      else if (failure?.code === 'NOT_FOUND')
        setProblem('This set-up was begun anew in another window. Close this one and begin again.')
      else setProblem(failure?.message ?? 'Something went wrong. Try again.')
    }
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Set up an authenticator app"
      description="Such as 1Password, Microsoft Authenticator, Google Authenticator or Authy."
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
            // From our own server, and shown as a picture: nothing in it could run.
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr_code)}`}
            alt="QR code for the authenticator app"
            width={184}
            height={184}
            className="size-46 justify-self-center rounded-sm bg-white p-2"
          />
          <div className="min-w-0 self-center">
            <p className="font-medium">1. Scan this code with the app</p>
            <p className="mt-1 text-muted">Or type this key into the app, as a time-based one:</p>
            <p className="mt-2 flex items-center gap-2 rounded-sm border border-line bg-ink py-1 pr-1 pl-3">
              <code className="min-w-0 flex-1 font-mono text-xs leading-5 [overflow-wrap:anywhere]">{spaced}</code>
              <CopyButton text={secret} label="Copy the key" />
            </p>
            {/* Nobody scans a code that is on the very screen of the app. */}
            <p className="mt-3 md:hidden">
              <a href={uri} className="inline-flex min-h-11 items-center text-accent underline underline-offset-2">
                Is the app on this device? Open it
              </a>
            </p>
          </div>
        </li>
        <li>
          <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-3">
            {problem && <Banner tone="bad">{problem}</Banner>}
            <Field label="2. Enter the six digits that it shows" error={formState.errors.code?.message}>
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
