import { useEffect, useRef, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { getPressedKey, isSendKey } from '../../../ui/pressed-key.ts'
import { client, parseFailure } from '../../platform/data/api.ts'
import { TheirsNotice } from '../../platform/forms/theirs-notice.tsx'
import { useUnsaved } from '../../platform/forms/use-unsaved.tsx'
import { getModifier } from '../../platform/keyboard/shortcuts.ts'
import type { Side } from '../facts/labels.ts'
import type { Message } from '../model.ts'
import { replaceMessage } from '../ticket-queries.ts'
import { type EditorHandle, MarkdownEditor } from './markdown-editor.tsx'
import { addMarks, type Named, removeMarks } from './mention-marks.ts'

interface MessageEditorProps {
  ticketId: string
  message: Message
  side: Side
  onClose: () => void
}

const BODY_MAX = 50_000

/** Edits a message in place. If another window saved it first, shows both texts. */
export function MessageEditor({ ticketId, message, side, onClose }: MessageEditorProps) {
  const [base, setBase] = useState(message)
  const [opened] = useState(() => removeMarks(message.body))
  const [text, setText] = useState(opened.text)
  const [people, setPeople] = useState<readonly Named[]>(opened.people)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [theirs, setTheirs] = useState<Message>()
  const editor = useRef<EditorHandle>(null)
  const changed = addMarks(text, people) !== base.body
  const note = message.kind === 'note'
  const guard = useUnsaved(changed, note ? 'this note' : 'this message')
  useEffect(() => editor.current?.focus(), [])

  async function save(version: number) {
    if (busy) return
    if (!changed && !theirs) return onClose()
    if (!text.trim()) return setProblem('Enter a message.')
    if (text.length > BODY_MAX) return setProblem(`At most ${BODY_MAX.toLocaleString('en-US')} characters.`)
    setBusy(true)
    setProblem(undefined)
    try {
      const body = addMarks(text, people)
      replaceMessage(ticketId, await client.tickets.editMessage({ id: ticketId, messageId: message.id, body, version }))
      onClose()
    } catch (e) {
      const failure = parseFailure(e)
      const current = failure?.data?.current as Message | undefined
      if (failure?.code === 'CONFLICT' && current) {
        setTheirs(current)
        setBase(current)
      } else
        setProblem(
          failure?.data?.fields?.body?.[0] ??
            failure?.message ??
            'Your changes were not saved. Your text is still here. Try again.',
        )
    } finally {
      setBusy(false)
    }
  }
  function take(current: Message) {
    replaceMessage(ticketId, current)
    onClose()
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save(base.version)
      }}
      onKeyDown={(event) => {
        if (getPressedKey(event) === 'Escape' && !changed) onClose()
        if (!isSendKey(event)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
    >
      {guard}
      {problem && (
        <Banner tone="bad" onDismiss={() => setProblem(undefined)}>
          {problem}
        </Banner>
      )}
      {theirs && (
        <TheirsNotice
          title="You changed this in another window"
          text={removeMarks(theirs.body).text}
          choice={{ label: 'Use the other version', onChoose: () => take(theirs) }}
        />
      )}
      <MarkdownEditor
        ref={editor}
        label={note ? 'Edit your note' : 'Edit your reply'}
        value={text}
        onChange={setText}
        rows={6}
        tint={note}
        reachable={{
          ticketId,
          kind: note ? 'note' : 'reply',
          canned: side === 'staff',
          people,
          onPerson: (person) => setPeople((now) => [...now.filter((p) => p.id !== person.id), person]),
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-48 text-muted text-xs">
          {note ? 'Colleagues' : 'People'} may have already received the original text by email.
          <span className="max-md:hidden">{` ${getModifier()}+Enter to save.`}</span>
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
