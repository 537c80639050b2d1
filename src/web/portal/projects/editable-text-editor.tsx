import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { isSendKey } from '../../ui/pressed-key.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { TheirsNotice } from '../platform/forms/theirs-notice.tsx'
import { useUnsaved } from '../platform/forms/use-unsaved.tsx'
import { type Health, healthLooks, healths } from './model.ts'

/** A comment, or an update with the project's health. */
export type EditableValue = { id: string; body: string; version: number; health?: Health }

interface EditableTextEditorProps {
  text: EditableValue
  /** The kind of text: "comment", "note" or "update". */
  what: string
  save: (text: EditableValue) => Promise<unknown>
  onClose: () => void
  onTyped?: ((typed: boolean) => void) | undefined
}

/** Edits a comment or an update in place. If it was changed in another window meanwhile, shows both texts. */
export function EditableTextEditor({ text, what, save, onClose, onTyped }: EditableTextEditorProps) {
  const [base, setBase] = useState(text)
  const [body, setBody] = useState(text.body)
  const [health, setHealth] = useState(text.health)
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<EditableValue>()
  const field = useRef<HTMLTextAreaElement>(null)
  const changed = body !== base.body || health !== base.health
  // In a dialog, the dialog itself asks before it closes.
  const guard = useUnsaved(changed && !onTyped, `this ${what}`)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    onTyped?.(changed)
    return () => onTyped?.(false)
  }, [changed, onTyped])
  async function post() {
    if (body.trim() === '') return setErrors({ body: 'Enter some text.' })
    if (!changed && !theirs) return onClose()
    if (await send(() => save({ ...base, body, ...(health ? { health } : {}), version: (theirs ?? base).version })))
      onClose()
  }
  const takeTheirs = (current: EditableValue) => {
    setBase(current)
    setBody(current.body)
    setHealth(current.health)
    forget()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (isSendKey(event)) event.currentTarget.requestSubmit()
  }
  return (
    <form
      noValidate
      aria-label={`Edit your ${what}`}
      className="mt-2 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void post()
      }}
      onKeyDown={onKeyDown}
    >
      {guard}
      {problem && <Banner tone="bad">{problem}</Banner>}
      {theirs && (
        <TheirsNotice
          title="You changed this in another window"
          text={theirs.body}
          choice={{ label: 'Use the other version', onChoose: () => takeTheirs(theirs) }}
        />
      )}
      {health && (
        <Segmented
          label="Health"
          className="w-full sm:w-96"
          value={health}
          onChange={setHealth}
          options={healths.map((value) => ({ value, label: healthLooks[value].label }))}
        />
      )}
      <Field label={`Your ${what}`} {...(errors.body ? { error: errors.body } : {})}>
        <TextArea
          ref={field}
          rows={3}
          maxLength={10_000}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-0 flex-1 basis-48 text-muted text-xs max-sm:basis-full">
          {what === 'note' ? 'Colleagues' : 'People'} may have read the original by email.
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={pending}>
          Save
        </Button>
      </div>
    </form>
  )
}
