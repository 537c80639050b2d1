import { Star } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field, TextArea } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { useUnsaved } from '../../platform/forms/use-unsaved.tsx'
import { useAddress } from '../../platform/use-address.ts'
import type { Ticket } from '../model.ts'
import { keepTicket, refreshTicketLists } from '../ticket-queries.ts'
import { ratingWords, Stars } from './rating.tsx'

const COMMENT_MAX = 2_000

/** Returns the rating in an address from a mail. It is only preselected, and not counted until it is sent. */
function chosenBefore(text: string | null): number | undefined {
  const rating = Number(text)
  return Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : undefined
}

/** Asks the partner to rate a finished ticket, and shows the rating. */
export function RatingCard({ ticket }: { ticket: Ticket }) {
  const [query, set] = useAddress()
  const asked = chosenBefore(query.get('rate'))
  const { review, can } = ticket
  const [changing, setChanging] = useState(false)
  if (!can.rate && !review) return null
  const done = () => {
    setChanging(false)
    set({ rate: undefined })
  }
  if (can.rate && (!review || changing || (asked !== undefined && asked !== review.rating)))
    return (
      <RatingForm
        key={asked}
        ticket={ticket}
        start={asked ?? review?.rating}
        onDone={done}
        onCancel={review ? done : undefined}
      />
    )
  if (!review) return null
  return (
    <section aria-label="Rating" className="rounded-md border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-2.5">
          <Stars rating={review.rating} />
          <span>
            {review.by.name} rated this ticket “{ratingWords[review.rating - 1]?.toLowerCase()}”
          </span>
        </p>
        {can.rate && (
          <Button size="sm" onClick={() => setChanging(true)}>
            Change rating
          </Button>
        )}
      </div>
      {review.comment && (
        <p className="mt-2 whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{review.comment}</p>
      )}
    </section>
  )
}

interface RatingFormProps {
  ticket: Ticket
  start: number | undefined
  onDone: () => void
  onCancel: (() => void) | undefined
}

function RatingForm({ ticket, start, onDone, onCancel }: RatingFormProps) {
  const [rating, setRating] = useState(start)
  const [comment, setComment] = useState(ticket.review?.comment ?? '')
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  const id = useId()
  const guard = useUnsaved(comment.trim() !== (ticket.review?.comment ?? ''), 'this rating')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (rating === undefined) return setProblem('Choose a rating from 1 to 5 stars.')
    setPending(true)
    setProblem(undefined)
    try {
      keepTicket(await client.tickets.rate({ id: ticket.id, rating, comment: comment.trim() || null }))
      refreshTicketLists()
      showToast({ title: 'Thanks for your rating', description: 'Our team can see it on the ticket.', tone: 'good' })
      onDone()
    } catch (e) {
      const failure = parseFailure(e)
      setProblem(
        Object.values(failure?.data?.fields ?? {})[0]?.[0] ??
          failure?.message ??
          'Your rating was not sent. Try again.',
      )
    } finally {
      setPending(false)
    }
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      aria-labelledby={`${id}-title`}
      className="flex flex-col gap-4 rounded-md border border-line bg-surface px-4 py-4"
    >
      {guard}
      <fieldset className="min-w-0">
        <legend id={`${id}-title`} className="font-medium">
          How did we do?
        </legend>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="-ml-1.5 flex">
            {ratingWords.map((word, index) => (
              <label
                key={word}
                title={word}
                className="relative grid size-11 place-items-center rounded-sm outline-accent -outline-offset-2 transition-colors hover:bg-line/60 has-focus-visible:outline-2"
              >
                <input
                  type="radio"
                  name={id}
                  value={index + 1}
                  checked={rating === index + 1}
                  onChange={() => {
                    setRating(index + 1)
                    setProblem(undefined)
                  }}
                  aria-label={`${index + 1} of 5: ${word}`}
                  className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
                />
                <Star
                  aria-hidden
                  className={cx(
                    'size-6 transition-colors',
                    rating !== undefined && index < rating ? 'fill-accent text-accent' : 'text-edge',
                  )}
                />
              </label>
            ))}
          </span>
          <span aria-hidden className="text-muted">
            {rating === undefined ? '' : ratingWords[rating - 1]}
          </span>
        </div>
      </fieldset>
      {rating !== undefined && (
        <Field label="What went well, or what could be better?" optional>
          <TextArea
            rows={2}
            maxLength={COMMENT_MAX}
            value={comment}
            onChange={(e) => setComment(e.currentTarget.value)}
          />
        </Field>
      )}
      {problem && <Banner tone="bad">{problem}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={rating ? 'primary' : 'secondary'} pending={pending}>
          Send rating
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  )
}
