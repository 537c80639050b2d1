import { useQuery } from '@tanstack/react-query'
import { Sparkles, Square } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/forms/field.tsx'
import { fetchWithSession, parseFailure, readFailure } from '../../platform/data/api.ts'
import { readEvents } from '../../platform/live/event-stream.ts'
import { proposedOptions } from '../ticket-queries.ts'
import type { ComposerHandle } from './composer.tsx'

interface ReplyDraftProps {
  ticketId: string
  composer: RefObject<ComposerHandle | null>
}
type Piece = { text: string; suggestionId?: string; problem?: string }

/** Has the model draft a reply into the editor, where it is ordinary text. Typing stops the draft. */
export function ReplyDraft({ ticketId, composer }: ReplyDraftProps) {
  const { data } = useQuery(proposedOptions(ticketId))
  const [wish, setWish] = useState('')
  const [running, setRunning] = useState(false)
  const [announcement, announce] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  if (!data?.can.includes('ticket.reply-draft')) return null

  async function draft() {
    const abort = new AbortController()
    stop.current = abort
    composer.current?.write('reply')
    const editor = composer.current?.reply()
    if (!editor) return
    const before = editor.read()
    let put = before
    setRunning(true)
    announce(undefined)
    try {
      const r = await fetchWithSession(`/api/v1/tickets/${ticketId}/reply-draft`, {
        method: 'POST',
        signal: abort.signal,
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify(wish.trim() ? { wish } : {}),
      })
      if (!r.ok || !r.body) throw await readFailure(r)
      let last: Piece | undefined
      for await (const piece of readEvents<Piece>(r.body)) {
        if (!piece) continue
        // The user has started to type, so the text is theirs.
        if (editor.read() !== put) return abort.abort()
        last = piece
        put = before.trim() ? `${before.trimEnd()}\n\n${piece.text}` : piece.text
        editor.put(put)
      }
      if (last?.problem) announce(`${last.problem} The partial draft is in the editor.`)
      else if (!last?.suggestionId) announce('The connection was lost. The partial draft is in the editor.')
      else announce('Review the draft before you send it.')
    } catch (e) {
      if (!abort.signal.aborted) announce(parseFailure(e)?.message ?? 'The draft was not written. Try again.')
    } finally {
      setRunning(false)
      editor.focus()
    }
  }
  return (
    <form
      noValidate
      aria-label="Draft a reply"
      className="mb-3 flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!running) void draft()
      }}
    >
      <div className="min-w-0 flex-1 basis-60">
        <TextInput
          aria-label="Instructions for the draft"
          placeholder="What should it say? (optional)"
          maxLength={1_000}
          value={wish}
          onChange={(event) => setWish(event.currentTarget.value)}
        />
      </div>
      {running ? (
        <Button icon={<Square aria-hidden className="size-3.5" />} onClick={() => stop.current?.abort()}>
          Stop
        </Button>
      ) : (
        <Button type="submit" icon={<Sparkles aria-hidden className="size-4" />}>
          Draft a reply
        </Button>
      )}
      <p role="status" className="w-full text-muted text-xs empty:hidden">
        {running ? 'Writing…' : announcement}
      </p>
    </form>
  )
}
