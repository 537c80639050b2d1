// Suggestions of the model for tickets. They are stored, and a person decides on them.

import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { brand } from '../../../brand.config.ts'
import { contract } from '../../contract/index.ts'
import type { Suggestion } from '../../contract/prompts.ts'
import { type Actor, type Db, systemOf } from '../platform/database/db.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import type { Platform } from '../platform/platform.ts'
import { type Conversation, isOpen, readConversation } from '../tickets/index.ts'
import { type Answer, askForText, askModel } from './ask.ts'
import { CATEGORY_WORDS, type Key, type Output, type Values } from './kinds.ts'
import { LONG } from './policy.ts'
import { presentSuggestion } from './present.ts'
import { suggestionRows } from './queries.ts'
import { liveText } from './store.ts'
import { requireOutput, translateErrors } from './try.ts'

type Proposed = z.infer<typeof Suggestion>
const PROVIDER = brand.shortName

/** Returns a conversation as text: author, company, time and message. */
function formatConversation(t: Conversation): string | null {
  const messages = t.messages.map((m) => {
    const side = m.author_kind === 'partner' ? t.company : PROVIDER
    const when = m.created_at.slice(0, 16).replace('T', ' ')
    return `${m.author_name} (${side}), ${when}${m.kind === 'note' ? ', internal note' : ''}: ${m.body}`
  })
  return messages.length > 0 ? messages.join('\n\n') : null
}

const common = (t: Conversation): Values => ({
  'provider.name': PROVIDER,
  'company.name': t.company,
  'ticket.subject': t.subject,
  'ticket.description': t.description,
})

const words = (status: string) => status.replaceAll('_', ' ')

const valuesOf = {
  'ticket.triage': (t: Conversation): Values => ({
    ...common(t),
    'client.name': t.client,
    'ticket.category': t.category,
    'ticket.impact': t.impact,
    'ticket.urgency': t.urgency,
    categories: CATEGORY_WORDS,
  }),
  'ticket.summary': (t: Conversation): Values => ({
    ...common(t),
    'ticket.status': words(t.status),
    conversation: formatConversation(t),
  }),
}

/** Returns a ticket with its conversation. Throws NOT_FOUND when it does not exist. */
async function ticketOf(platform: Platform, actor: Actor, id: string, notes: boolean): Promise<Conversation> {
  const ticket = await platform.db.asActor(actor, (db) => readConversation(db, id, { notes }))
  if (!ticket) throw refuse('NOT_FOUND')
  return ticket
}

/** Stores a suggestion. Earlier ones of the same kind stay open, but lists show only the newest. */
async function saveSuggestion(
  db: Db,
  actor: Actor,
  key: Key,
  { companyId, ticketId }: { companyId: string; ticketId: string },
  answer: Answer,
  output: Output,
): Promise<Proposed> {
  const id = uuid()
  await db
    .insertInto('suggestions')
    .values({
      company_id: companyId,
      id,
      key,
      number: answer.number || null,
      call_id: answer.callId,
      subject_type: 'ticket',
      subject_id: ticketId,
      output: JSON.stringify(output),
      created_by: actor.role === 'system' ? null : actor.userId,
    })
    .execute()
  await publish(db, actor, {
    companyId,
    topic: 'ticket',
    kind: 'suggested',
    subjectId: ticketId,
    staffOnly: true,
    data: { key },
  })
  return presentSuggestion(
    await suggestionRows(db).where('s.company_id', '=', companyId).where('s.id', '=', id).executeTakeFirstOrThrow(),
  )
}

async function propose(
  platform: Platform,
  actor: Actor,
  key: 'ticket.triage' | 'ticket.summary',
  ticket: Conversation,
): Promise<{ answer: Answer; kept: Proposed | undefined }> {
  const about = { companyId: ticket.company_id, ticketId: ticket.id }
  const text = await liveText(platform, about.companyId, key)
  const answer = await askModel(platform, {
    key,
    companyId: about.companyId,
    text,
    values: valuesOf[key](ticket),
    purpose: 'use',
    subject: { type: 'ticket', id: ticket.id },
    askedBy: actor.role === 'system' ? null : actor.userId,
  })
  const { output } = answer
  if (!output) return { answer, kept: undefined }
  const kept = await platform.db.asActor(actor, (db) => saveSuggestion(db, actor, key, about, answer, output))
  return { answer, kept }
}

async function requestSuggestion(
  { platform, actor }: ActorContext,
  key: 'ticket.triage' | 'ticket.summary',
  ticket: Conversation,
): Promise<Proposed> {
  const { answer, kept } = await translateErrors(() => propose(platform, actor, key, ticket))
  if (!kept) requireOutput(answer)
  return kept as Proposed
}

/**
 * Suggests category, impact and urgency of a ticket. Throws NOT_FOUND when it does not exist; NO_MODEL, MODEL_OFF,
 * BUDGET_SPENT when no request is made; MODEL_FAILED when there is no usable answer.
 */
export const suggestTriage = action(contract.prompts.triage, async (context, { id }) => {
  return requestSuggestion(context, 'ticket.triage', await ticketOf(context.platform, context.actor, id, false))
})

/**
 * Summarizes a conversation of at least eight messages, including internal notes, for staff. Throws TOO_SHORT for a
 * shorter one, and otherwise as `suggestTriage`.
 */
export const summarizeTicket = action(contract.prompts.summarize, async (context, { id }) => {
  const ticket = await ticketOf(context.platform, context.actor, id, true)
  if (ticket.messages.length < LONG) throw refuse('TOO_SHORT')
  return requestSuggestion(context, 'ticket.summary', ticket)
})

/**
 * Suggests triage for a ticket that was just opened. Does nothing when it is closed, resolved or merged by now. Throws
 * NotAsked.
 */
export async function triageOpened(
  platform: Platform,
  { companyId, ticketId }: { companyId: string; ticketId: string },
): Promise<void> {
  const actor = systemOf(companyId)
  const ticket = await platform.db.asActor(actor, (db) => readConversation(db, ticketId, { notes: false }))
  if (!ticket || ticket.merged_into || !isOpen(ticket.status as Parameters<typeof isOpen>[0])) return
  await propose(platform, actor, 'ticket.triage', ticket)
}

/**
 * Drafts a reply as a stream of the full text so far. The model does not see internal notes. Throws NOT_FOUND;
 * TICKET_CLOSED for a closed or merged ticket; NO_MODEL, MODEL_OFF, BUDGET_SPENT; MODEL_FAILED when there is no answer.
 */
export const draftReply = action(contract.prompts.draftReply, async ({ platform, actor }, { id, wish }, { signal }) => {
  const key = 'ticket.reply-draft'
  const ticket = await ticketOf(platform, actor, id, false)
  if (ticket.merged_into || ticket.status === 'closed') throw refuse('TICKET_CLOSED')
  const { companyId } = { companyId: ticket.company_id }
  const [text, me] = await Promise.all([
    liveText(platform, companyId, key),
    platform.db.askAs(actor, (db) =>
      db.selectFrom('profiles').select('full_name').where('id', '=', actor.userId).executeTakeFirst(),
    ),
  ])
  const pieces = askForText(platform, {
    key,
    companyId,
    text,
    values: {
      ...common(ticket),
      'requester.first_name': (ticket.requester ?? '').trim().split(/\s+/)[0] || null,
      'me.name': me?.full_name ?? null,
      'ticket.status': words(ticket.status),
      conversation: formatConversation(ticket),
      wish: wish || null,
    },
    purpose: 'use',
    subject: { type: 'ticket', id },
    askedBy: actor.userId,
    signal,
  })
  // Problems before the first piece are returned as an error; later ones are part of the stream.
  const first = await translateErrors(() => pieces.next())
  if (first.done) requireOutput(first.value)

  return (async function* () {
    let now = first
    let shown = ''
    try {
      while (!now.done) {
        shown = now.value
        yield { text: shown }
        now = await pieces.next()
      }
      const answer = now.value
      const { output } = answer
      if (!output || !('text' in output)) {
        yield { text: shown, problem: answer.problem ?? 'The answer ended early.' }
        return
      }
      const { id: suggestionId } = await platform.db.asActor(actor, (db) =>
        saveSuggestion(db, actor, key, { companyId, ticketId: id }, answer, output),
      )
      yield { text: output.text, suggestionId }
    } finally {
      await pieces.return(undefined as never)
    }
  })()
})
