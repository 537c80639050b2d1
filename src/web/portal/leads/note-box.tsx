import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { isSendKey } from '../../ui/pressed-key.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { removeSent } from '../platform/forms/typed-since.ts'
import { getModifier } from '../platform/keyboard/shortcuts.ts'
import { refreshLead, refreshLeadLists } from './lead-queries.ts'

const NOTE_MAX = 5_000

export type NoteHandle = { focus: () => void }

/** Unsent notes by lead, kept while the page is open. */
const drafts = new Map<string, string>()

/** Writes a note about a lead. */
export function NoteBox({ leadId, name, ref }: { leadId: string; name: string; ref: Ref<NoteHandle> }) {
  const [text, setText] = useState(() => drafts.get(leadId) ?? '')
  const [keys] = useState(createOnceKeys)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLFormElement>(null)
  const area = () => box.current?.querySelector('textarea')
  useImperativeHandle(ref, () => ({
    focus: () => {
      area()?.scrollIntoView({ block: 'center' })
      area()?.focus()
    },
  }))

  const type = (next: string) => {
    setText(next)
    setProblem(undefined)
    if (next) drafts.set(leadId, next)
    else drafts.delete(leadId)
  }
  async function send() {
    if (pending) return
    if (text.trim() === '') {
      setProblem('Enter a note.')
      area()?.focus()
      return
    }
    setPending(true)
    try {
      const note = { id: leadId, text }
      await client.leads.addNote(note, { context: { idempotencyKey: keys.keyFor(note) } })
      keys.done()
      removeSent(text, (change) => type(change(area()?.value ?? '')))
      await refreshLead(leadId)
      void refreshLeadLists()
    } catch (e) {
      const failure = parseFailure(e)
      setProblem(
        failure?.data?.fields?.text?.[0] ??
          failure?.message ??
          'We couldn’t save this note. Check your connection and try again.',
      )
    } finally {
      setPending(false)
    }
  }

  return (
    <form
      ref={box}
      noValidate
      className="flex flex-col gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field label={<span className="sr-only">Note about {name}</span>} error={problem}>
        <TextArea
          rows={3}
          value={text}
          maxLength={NOTE_MAX}
          placeholder="What was discussed, what you found out…"
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isSendKey(event)) {
              event.preventDefault()
              void send()
            }
          }}
        />
      </Field>
      {text.length > NOTE_MAX - 200 && <Banner tone="warn">{`${NOTE_MAX - text.length} characters left`}</Banner>}
      <div className="flex items-center justify-between gap-3">
        <p className="text-muted text-xs">
          Only our team can see notes.
          <span className="max-md:hidden"> {getModifier()}+Enter to save.</span>
        </p>
        <Button type="submit" pending={pending}>
          Add note
        </Button>
      </div>
    </form>
  )
}
