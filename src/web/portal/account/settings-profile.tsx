import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { TimeZonePicker } from '../../ui/time-zone-picker.tsx'
import { deviceZone, zoneLabel } from '../../ui/time-zones.ts'
import { toast } from '../../ui/toast.tsx'
import { PicturePicker } from '../companies/index.ts'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { userUpdated } from '../platform/session.client.ts'

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
  const { control, register, handleSubmit, setError, formState } = useForm<Form>({ values: saved })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (form) => {
    setProblem(undefined)
    try {
      await client.account.updateProfile(form)
      await userUpdated()
      toast({ title: 'Profile saved', tone: 'good' })
    } catch (e) {
      const failure = failureOf(e)
      const fields = Object.entries(failure?.data?.fields ?? {})
      for (const [name, [message]] of fields) setError(name as keyof Form, { message }, { shouldFocus: true })
      if (fields.length === 0) setProblem(failure?.message ?? 'Something went wrong. Try again.')
    }
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Field label="Name" error={errors.fullName?.message} hint="As your team and ours read it beside what you write.">
        <TextInput autoComplete="name" {...register('fullName', nameRules)} />
      </Field>
      <Field label="Time zone" error={errors.timeZone?.message} hint="Every time in the portal is shown in this zone.">
        <Controller
          control={control}
          name="timeZone"
          render={({ field }) => (
            <TimeZonePicker
              value={field.value}
              onChange={field.onChange}
              none={`As this device (${zoneLabel(deviceZone())})`}
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

/** Who I am to others: name, photo, time zone, and the address I sign in with. */
export default function SettingsProfile() {
  const { profile } = useAuth()
  if (!profile) {
    return (
      <ErrorState
        message="Your profile could not be loaded. Check your connection and try again."
        onRetry={() => void userUpdated()}
      />
    )
  }
  return (
    <div>
      <SettingsSection id="profile" title="Profile" description="How others see you, and how times are shown to you.">
        <div className="mb-6">
          <PicturePicker of="me" label="Photo" />
        </div>
        <ProfileForm saved={{ fullName: profile.full_name, timeZone: profile.time_zone }} />
      </SettingsSection>
      <SettingsSection id="email" title="Email" description="You sign in with it, and mails go there.">
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-surface px-4 py-3 text-sm">
          <span className="min-w-0 [overflow-wrap:anywhere]">{profile.email}</span>
          <LinkButton href="/settings/security#change-email" size="sm" className="max-md:h-11">
            Change<span className="sr-only"> email address</span>
          </LinkButton>
        </div>
      </SettingsSection>
    </div>
  )
}
