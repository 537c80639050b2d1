import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { getPressedKey } from '../../ui/pressed-key.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { fromInput, toInput } from './due.ts'
import { DueField } from './due-field.tsx'
import { most } from './facts/fact-fields.tsx'
import { leadFields } from './fields.tsx'
import { keepLead } from './lead-queries.ts'
import type { Lead } from './model.ts'

type Values = { nextAction: string; due: string }

/** Plans the next action of a lead. */
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
      // If someone else changed other fields of the lead, retry with the new version. Only a changed next
      // action is a conflict.
      const answer = await send(base.version).catch((e) => {
        const current = parseFailure(e)?.data?.current as Lead | undefined
        const same = current && current.nextAction === base.nextAction && current.nextActionAt === base.nextActionAt
        if (!same) throw e
        return send(current.version)
      })
      keepLead(answer)
      onClose()
    } catch (e) {
      const failure = parseFailure(e)
      const current = failure?.data?.current as Lead | undefined
      if (current) {
        keepLead(current)
        setError('root', {
          message: current.nextAction
            ? `Someone else planned “${current.nextAction}” while you were editing. Cancel to review it.`
            : 'Someone else changed the next action while you were editing. Cancel to review the change.',
        })
        return
      }
      const fields = failure?.data?.fields
      if (fields?.nextAction?.[0]) setError('nextAction', { message: fields.nextAction[0] }, { shouldFocus: true })
      else if (fields?.nextActionAt?.[0]) setError('due', { message: fields.nextActionAt[0] }, { shouldFocus: true })
      else setError('root', { message: failure?.message ?? 'Not saved. Check your connection and try again.' })
    }
  }

  return (
    <form
      id={id}
      noValidate
      className="mt-3 flex flex-col gap-4"
      onSubmit={(event) => void handleSubmit(save)(event)}
      onKeyDown={(event) => {
        if (getPressedKey(event) === 'Escape') onClose()
      }}
    >
      {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
      <Field label="Next action" error={errors.nextAction?.message}>
        <TextInput autoComplete="off" {...register('nextAction', { maxLength: most(leadFields.nextAction.max) })} />
      </Field>
      <DueField
        error={errors.due?.message}
        value={watch('due')}
        onPick={(due) => setValue('due', due, { shouldDirty: true })}
        input={register('due')}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm" pending={isSubmitting}>
          Save
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
