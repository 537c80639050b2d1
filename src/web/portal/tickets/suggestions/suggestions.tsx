import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Sparkles } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Select } from '../../../ui/forms/field.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { getPressedKey } from '../../../ui/pressed-key.ts'
import { MarkdownText } from '../../../ui/text/markdown-text.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { type KeyGroup, useKeyHelp, useShortcuts, useSingleKeys } from '../../platform/keyboard/shortcuts.ts'
import { useLive } from '../../platform/live/use-live.ts'
import {
  impactLabels,
  impacts,
  ticketCategories,
  ticketCategoryLabels,
  urgencies,
  urgencyLabels,
} from '../facts/labels.ts'
import type { Ticket } from '../model.ts'
import { proposedOptions } from '../ticket-queries.ts'
import { refreshProposed } from './suggestion-queries.ts'

type Facts = Pick<Ticket, 'category' | 'impact' | 'urgency'>
type Proposed = Awaited<ReturnType<typeof client.prompts.ofTicket>>['items'][number]

const card = 'rounded-md border border-accent/35 bg-surface p-4 text-sm'
const KEYS: KeyGroup = {
  title: 'Suggestion',
  keys: [
    { key: 'f', does: 'Accept suggestion' },
    { key: 'x', does: 'Reject suggestion' },
  ],
}

/** The model's suggestions for a ticket: a triage and a summary of the conversation. A person decides. */
export function Suggestions({ ticket }: { ticket: Ticket }) {
  const { id } = ticket
  const { data } = useQuery(proposedOptions(id))
  const [asking, setAsking] = useState<'triage' | 'summarize'>()
  useLive(['ticket'], (event) => {
    if (event === 'resumed' || event.subjectId === id) void refreshProposed(id, false)
  })
  if (!data || (data.items.length === 0 && data.can.length === 0)) return null
  const triage = data.items.find((s) => s.triage)
  const summary = data.items.find((s) => s.key === 'ticket.summary')
  async function ask(what: 'triage' | 'summarize') {
    setAsking(what)
    try {
      await client.prompts[what]({ id })
      await refreshProposed(id, false)
    } catch (e) {
      showToast({
        title: 'No suggestion was created',
        description: parseFailure(e)?.message ?? 'Try again.',
        tone: 'destructive',
      })
    } finally {
      setAsking(undefined)
    }
  }
  return (
    <section aria-label="Suggestions" className="flex flex-col gap-3">
      {triage?.triage && <Triage key={triage.id} id={triage.id} proposed={triage.triage} ticket={ticket} />}
      {summary?.text && <Summary key={summary.id} summary={summary} text={summary.text} ticketId={id} />}
      <div className="flex flex-wrap gap-2">
        {!triage && data.can.includes('ticket.triage') && (
          <AskButton pending={asking === 'triage'} onClick={() => void ask('triage')}>
            Suggest category and priority
          </AskButton>
        )}
        {!summary && data.can.includes('ticket.summary') && (
          <AskButton pending={asking === 'summarize'} onClick={() => void ask('summarize')}>
            Summarize conversation
          </AskButton>
        )}
      </div>
    </section>
  )
}

const AskButton = ({ pending, onClick, children }: { pending: boolean; onClick: () => void; children: ReactNode }) => (
  <Button size="sm" icon={<Sparkles aria-hidden className="size-3.5" />} pending={pending} onClick={onClick}>
    {children}
  </Button>
)

/** Carries out a decision and shows the result or the error in a toast. */
async function decide(ticketId: string, edited: boolean, work: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await work()
    showToast({ title: done, tone: 'good' })
  } catch (e) {
    const failure = parseFailure(e)
    showToast({
      title: failure?.code === 'CONFLICT' ? 'Someone else changed this ticket' : 'Your decision was not saved',
      description:
        failure?.code === 'CONFLICT' ? 'Review the ticket, then decide again.' : (failure?.message ?? 'Try again.'),
      tone: 'destructive',
    })
  }
  await refreshProposed(ticketId, edited)
}

interface TriageProps {
  id: string
  proposed: Facts & { summary: string }
  ticket: Facts & { id: string; version: number; can: { edit: boolean } }
  /** In a dialog: the card handles the keys and takes focus. */
  near?: boolean
}

/** The suggested category, impact and urgency. The user accepts them, changes them first, or rejects them. */
export function Triage({ id, proposed, ticket, near }: TriageProps) {
  const [wanted, setWanted] = useState<Facts>(proposed)
  const [changing, setChanging] = useState(false)
  const [pending, setPending] = useState<'accept' | 'reject'>()
  const single = useSingleKeys()
  async function go(decision: 'accept' | 'reject') {
    if (pending) return
    setPending(decision)
    const { category, impact, urgency } = wanted
    await decide(
      ticket.id,
      decision === 'accept',
      () =>
        client.prompts.decide({
          id,
          decision,
          ...(decision === 'accept' ? { version: ticket.version, category, impact, urgency } : {}),
        }),
      decision === 'accept' ? 'Suggestion accepted' : 'Suggestion rejected',
    )
    setPending(undefined)
  }
  const may = ticket.can.edit
  const keys = { f: may ? () => void go('accept') : undefined, x: () => void go('reject') }
  useShortcuts(near ? {} : keys)
  useKeyHelp(near ? undefined : KEYS)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (near) root.current?.focus()
  }, [near])
  function press(event: KeyboardEvent) {
    if (!near || !single || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (event.target instanceof HTMLSelectElement) return
    const key = getPressedKey(event)
    if (key === 'f' || key === 'x') keys[key]?.()
  }
  const set = (part: Partial<Facts>) => setWanted((now) => ({ ...now, ...part }))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same; the keys are shortcuts
    <div ref={root} tabIndex={-1} onKeyDown={press} className={cx(card, 'outline-none')}>
      <p className="flex items-start gap-2.5">
        <Sparkles aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="sr-only">Suggested summary: </span>
          {proposed.summary}
        </span>
      </p>
      {changing ? (
        <div className="mt-3 grid gap-3 md:grid-cols-3">
          <Choice label="Category" value={wanted.category} onChange={(category) => set({ category })}>
            {ticketCategories.map((c) => [c, ticketCategoryLabels[c]])}
          </Choice>
          <Choice label="Impact" value={wanted.impact} onChange={(impact) => set({ impact })}>
            {impacts.map((i) => [i, impactLabels[i].label])}
          </Choice>
          <Choice label="Urgency" value={wanted.urgency} onChange={(urgency) => set({ urgency })}>
            {urgencies.map((u) => [u, urgencyLabels[u].label])}
          </Choice>
        </div>
      ) : (
        <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
          <Change
            label="Category"
            from={ticketCategoryLabels[ticket.category]}
            to={ticketCategoryLabels[wanted.category]}
          />
          <Change label="Impact" from={impactLabels[ticket.impact].label} to={impactLabels[wanted.impact].label} />
          <Change label="Urgency" from={urgencyLabels[ticket.urgency].label} to={urgencyLabels[wanted.urgency].label} />
        </dl>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {may && (
          <Button size="sm" variant="primary" pending={pending === 'accept'} onClick={() => void go('accept')}>
            Accept
          </Button>
        )}
        <Button size="sm" pending={pending === 'reject'} onClick={() => void go('reject')}>
          Reject
        </Button>
        {may && !changing && (
          <Button size="sm" variant="ghost" onClick={() => setChanging(true)}>
            Edit first
          </Button>
        )}
        {single && (
          <span aria-hidden className="ml-auto flex items-center gap-1.5 text-muted text-xs max-md:hidden">
            {may && (
              <>
                <Kbd keys={['F']} /> to accept,
              </>
            )}
            <Kbd keys={['X']} /> to reject
          </span>
        )}
      </div>
    </div>
  )
}

const Change = ({ label, from, to }: { label: string; from: string; to: string }) => (
  <div>
    <dt className="text-muted text-xs">{label}</dt>
    <dd className="flex items-center gap-1.5">
      {from === to ? (
        to
      ) : (
        <>
          <span className="text-muted line-through">{from}</span>
          <ArrowRight aria-hidden className="size-3.5 text-muted" />
          <span className="sr-only">changes to</span>
          <span className="font-medium">{to}</span>
        </>
      )}
    </dd>
  </div>
)

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  children: [Value, string][]
}
const Choice = <Value extends string>({ label, value, onChange, children }: ChoiceProps<Value>) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the select is inside it
  <label className="flex flex-col gap-1 text-muted text-xs">
    {label}
    <Select value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
      {children.map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </Select>
  </label>
)

function Summary({ summary, text, ticketId }: { summary: Proposed; text: string; ticketId: string }) {
  const [pending, setPending] = useState<'accept' | 'reject'>()
  async function go(decision: 'accept' | 'reject') {
    setPending(decision)
    await decide(ticketId, false, () => client.prompts.decide({ id: summary.id, decision }), 'Thanks for your feedback')
    setPending(undefined)
  }
  return (
    <div className={card}>
      <h2 className="mb-2 flex items-center gap-2.5 font-medium">
        <Sparkles aria-hidden className="size-4 text-accent" /> Summary (staff only)
      </h2>
      <MarkdownText text={text} />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button size="sm" pending={pending === 'accept'} onClick={() => void go('accept')}>
          Accurate
        </Button>
        <Button size="sm" pending={pending === 'reject'} onClick={() => void go('reject')}>
          Not accurate
        </Button>
        <span className="text-muted text-xs">
          Written by AI. Check important details. Your feedback hides this summary.
        </span>
      </div>
    </div>
  )
}
