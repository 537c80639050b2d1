import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { api, client } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { useDebounced } from '../platform/data/use-debounced.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { type Draft, formatVersion, type Prompt } from './model.ts'
import { refreshPrompts } from './prompt-queries.ts'

interface EditorProps {
  prompt: Prompt
  draft: Draft
  /** Whether the draft differs from the version it is based on. */
  dirty: boolean
  onChange: (draft: Draft) => void
  onSaved: (number: number) => void
}

/** Edits a new version: its text and variables, with a check whether it can be used. */
export function Editor({ prompt, draft, dirty, onChange, onSaved }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [keys] = useState(createOnceKeys)
  const { pending, errors, problem, send, setErrors } = useSending<never>()
  const looked = useDebounced(draft.body, 400)
  const check = useQuery({
    ...api.prompts.check.queryOptions({ input: { key: prompt.key, body: looked } }),
    placeholderData: (before) => before,
  })
  const insert = (name: string) => {
    const node = area.current
    const at = node ? node.selectionStart : draft.body.length
    const end = node ? node.selectionEnd : at
    const put = `{{ ${name} }}`
    // The text must be rendered before the cursor can be placed after it.
    flushSync(() => onChange({ ...draft, body: draft.body.slice(0, at) + put + draft.body.slice(end) }))
    node?.focus()
    node?.setSelectionRange(at + put.length, at + put.length)
  }
  async function save() {
    if (!draft.note.trim()) return setErrors({ note: 'Describe your change in one line.' })
    const input = { key: prompt.key, ...draft }
    let number = 0
    const done = await send(async () => {
      ;({ number } = await client.prompts.draft(input, { context: { idempotencyKey: keys.keyFor(input) } }))
      // Pending until the list of versions has the new one, so that the same text is not saved twice.
      await refreshPrompts()
    })
    if (!done) return
    keys.done()
    showToast({
      title: `${formatVersion(number)} saved`,
      description: 'It takes effect when an administrator makes it live.',
      tone: 'good',
    })
    onSaved(number)
  }
  const wrong = errors.body ?? check.data?.problem ?? undefined
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        className="flex min-w-0 flex-col gap-4"
      >
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Field
          label={`Text, based on ${draft.basedOn === 0 ? 'the built-in text' : `version ${draft.basedOn}`}`}
          required
          {...(wrong ? { error: wrong } : {})}
        >
          <TextArea
            ref={area}
            rows={10}
            spellCheck
            className="!max-h-[70vh] min-h-96 font-mono !text-[0.8125rem] leading-relaxed"
            value={draft.body}
            onChange={(event) => onChange({ ...draft, body: event.currentTarget.value })}
          />
        </Field>
        <p role="status" className="flex items-center gap-2 text-sm">
          {wrong ? (
            <>
              <TriangleAlert aria-hidden className="size-4 text-bad" /> This text can’t be used yet.
            </>
          ) : (
            check.data && (
              <>
                <CircleCheck aria-hidden className="size-4 text-good" /> All variables are valid.
              </>
            )
          )}
        </p>
        {dirty ? (
          <div className="flex flex-wrap items-end gap-3">
            <div className="min-w-0 flex-1 basis-72">
              <Field label="What changed" required error={errors.note}>
                <TextInput
                  maxLength={500}
                  placeholder="Shorter summaries, no causes"
                  value={draft.note}
                  onChange={(event) => onChange({ ...draft, note: event.currentTarget.value })}
                />
              </Field>
            </div>
            <Button type="submit" variant="primary" pending={pending} disabled={Boolean(wrong)}>
              Save as version {prompt.newest + 1}
            </Button>
          </div>
        ) : (
          <p className="text-muted text-sm">
            Edit the text to create version {prompt.newest + 1}. Saved versions never change
            {prompt.can.makeLive ? '.' : ', and an administrator decides which one is live.'}
          </p>
        )}
        {check.data?.reads && (
          <details className="rounded-md border border-line bg-surface text-sm">
            <summary className="flex min-h-11 cursor-pointer items-center px-4 font-medium">
              Preview with sample values
            </summary>
            <p className="whitespace-pre-wrap border-line border-t px-4 py-3 font-mono text-xs leading-relaxed [overflow-wrap:anywhere]">
              {check.data.reads}
            </p>
          </details>
        )}
      </form>
      <Variables prompt={prompt} onInsert={insert} />
    </div>
  )
}

interface VariablesProps {
  prompt: Prompt
  onInsert: (name: string) => void
}

function Variables({ prompt, onInsert }: VariablesProps) {
  const { variables, answers, counted } = prompt
  return (
    <aside aria-label="Variables" className="rounded-md border border-line bg-surface text-sm">
      <h2 className="border-line border-b px-4 py-3 font-medium">Variables</h2>
      <ul className="divide-y divide-line">
        {variables.map((v) => (
          <li key={v.name}>
            <button
              type="button"
              onClick={() => onInsert(v.name)}
              className="block w-full px-4 py-2.5 text-left -outline-offset-2 hover:bg-raised"
            >
              <span className="sr-only">Insert </span>
              <code className="text-accent text-xs [overflow-wrap:anywhere]">{v.name}</code>
              <span className="mt-0.5 block text-muted text-xs">{v.about}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="border-line border-t px-4 py-3 text-muted text-xs">
        <p>
          Values are sent between &lt;data&gt; tags with secrets removed. The model is told not to treat them as
          instructions.
        </p>
        <p className="mt-2">Answer: {answers}</p>
        <p className="mt-2">Measured by: {counted}</p>
      </div>
    </aside>
  )
}
