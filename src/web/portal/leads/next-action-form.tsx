import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { client, failureOf } from '../platform/api.ts'
import { fromInput, toInput } from './due.ts'
import { DueField } from './due-field.tsx'
import { keepLead } from './lead-queries.ts'
import type { Lead } from './model.ts'

const ACTION_MAX = 200

type Values = { nextAction: string; due: string }

/** Plans what comes next with a lead. */
export function NextActionForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const [base] = useState(lead)
  const id = useId()
  const { register, handleSubmit, setError, setValue, watch, setFocus, formState } = useForm<Values>({
    defaultValues: { nextAction: base.nextAction ?? '', due: toInput(base.nextActionAt) },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('nextAction', { shouldSelect: true }), [setFocus])

  async function save({ nextAction, due }: Values) {
    const text = nextAction.trim()
    const wanted = { nextAction: text || null, nextActionAt: text ? fromInput(due) : null }
    const send = (version: number) => client.leads.edit({ id: base.id, version, ...wanted })
    try {
      // Somebody else may have changed the lead while this was typed; the next action itself is what must not be lost.
      const answer = await send(base.version).catch((e) => {
        const current = failureOf(e)?.data?.current as Lead | undefined
        const same = current && current.nextAction === base.nextAction && current.nextActionAt === base.nextActionAt
        if (!same) throw e
        return send(current.version)
      })
      keepLead(answer)
      onClose()
    } catch (e) {
      const failure = failureOf(e)
      const current = failure?.data?.current as Lead | undefined
      if (current) {
        keepLead(current)
        setError('root', {
          message: current.nextAction
            ? `Somebody planned “${current.nextAction}” meanwhile. Cancel to see it, and decide again.`
            : 'Somebody changed this meanwhile. Cancel to see it, and decide again.',
        })
        return
      }
      const fields = failure?.data?.fields
      if (fields?.nextAction?.[0]) setError('nextAction', { message: fields.nextAction[0] }, { shouldFocus: true })
      else if (fields?.nextActionAt?.[0]) setError('due', { message: fields.nextActionAt[0] }, { shouldFocus: true })
      else setError('root', { message: failure?.message ?? 'Something went wrong. Try again.' })
    }
  }

  return (
    <form
      id={id}
      noValidate
      className="mt-3 flex flex-col gap-4"
      onSubmit={(event) => void handleSubmit(save)(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
      <Field label="What is to be done" error={errors.nextAction?.message}>
        <TextInput
          autoComplete="off"
          {...register('nextAction', {
            maxLength: { value: ACTION_MAX, message: `At most ${ACTION_MAX} characters.` },
          })}
        />
      </Field>
      <DueField
        error={errors.due?.message}
        value={watch('due')}
        onPick={(due) => setValue('due', due, { shouldDirty: true })}
        input={register('due')}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm" className="max-md:!h-11" pending={isSubmitting}>
          Save
        </Button>
        <Button size="sm" variant="ghost" className="max-md:!h-11" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
