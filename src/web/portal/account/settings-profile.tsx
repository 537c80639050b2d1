import { useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { TimeZonePicker } from '../../ui/forms/time-zone-picker.tsx'
import { formatZone, getDeviceZone } from '../../ui/forms/time-zones.ts'
import { showToast } from '../../ui/overlays/toast.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { PicturePicker } from '../platform/forms/picture-picker.tsx'
import { rebaseForm } from '../platform/forms/rebase-form.ts'
import { useUnsaved } from '../platform/forms/use-unsaved.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { userUpdated } from '../platform/session/session.client.ts'

export const meta = () => [{ title: `Profile · Settings · ${brand.shortName}` }]

type Form = { fullName: string; timeZone: string | null }

const nameRules = {
  setValueAs: (v: string) => v.trim(),
  required: 'Name must be at least 2 characters',
  minLength: { value: 2, message: 'Name must be at least 2 characters' },
  maxLength: { value: 100, message: 'Name must be less than 100 characters' },
}

function ProfileForm({ saved }: { saved: Form }) {
  const [problem, setProblem] = useState<string>()
  const form = useForm<Form>({ defaultValues: saved })
  const { control, register, handleSubmit, setError, formState } = form
  const { fullName, timeZone } = saved
  const base = useRef(saved)
  useEffect(() => {
    // Keep what is being typed when the profile is loaded again.
    const now = { fullName, timeZone }
    rebaseForm(form, base.current, now)
    base.current = now
  }, [form, fullName, timeZone])
  const { errors, isDirty, isSubmitting } = formState
  const guard = useUnsaved(isDirty && !isSubmitting, 'your profile')

  const submit = handleSubmit(async (profile) => {
    setProblem(undefined)
    try {
      await client.account.updateProfile(profile)
      await userUpdated()
      showToast({ title: 'Profile saved', tone: 'good' })
    } catch (e) {
      const failure = parseFailure(e)
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [name, [message]] of fields) setError(name as keyof Form, { message }, { shouldFocus: true })
      if (fields.length === 0)
        setProblem(failure?.message ?? 'We couldn’t save your profile. Check your connection and try again.')
    }
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {guard}
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Field label="Name" error={errors.fullName?.message} hint="Shown to your team and ours next to your messages.">
        <TextInput autoComplete="name" {...register('fullName', nameRules)} />
      </Field>
      <Field
        label="Time zone"
        error={errors.timeZone?.message}
        hint="All times in the portal are shown in this time zone."
      >
        <Controller
          control={control}
          name="timeZone"
          render={({ field }) => (
            <TimeZonePicker
              value={field.value}
              onChange={field.onChange}
              none={`Same as this device (${formatZone(getDeviceZone())})`}
            />
          )}
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Save profile
        </Button>
      </div>
    </form>
  )
}

/** The profile settings: name, photo, time zone and sign-in address. */
export default function SettingsProfile() {
  const { profile } = useAuth()
  if (!profile) {
    return (
      <ErrorState
        message="Couldn’t load your profile. Check your connection and try again."
        onRetry={() => void userUpdated()}
      />
    )
  }
  return (
    <div>
      <SettingsSection id="profile" title="Profile" description="Your name, photo and time zone.">
        <div className="mb-6">
          <PicturePicker of="me" label="Photo" />
        </div>
        <ProfileForm saved={{ fullName: profile.full_name, timeZone: profile.time_zone }} />
      </SettingsSection>
      <SettingsSection id="email" title="Email" description="You sign in with this address, and we send email to it.">
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-surface px-4 py-3 text-sm">
          <span className="min-w-0 [overflow-wrap:anywhere]">{profile.email}</span>
          <LinkButton href="/settings/security#change-email" size="sm">
            Change<span className="sr-only"> email address</span>
          </LinkButton>
        </div>
      </SettingsSection>
    </div>
  )
}
