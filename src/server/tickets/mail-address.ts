// Addresses and Message-IDs that say by themselves which ticket they belong to, and that nobody else can make.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { derive, type Env } from '../platform/env.ts'

/** Whom a mail goes to: a user, or somebody without an account. */
export type Who = { userId: string } | { email: string }
/** Where an answer goes: into the conversation, or among the staff's notes. */
export type Lane = 'reply' | 'note'
type Secret = Pick<Env, 'appSecret'>
type Place = Secret & Pick<Env, 'publicUrl'>

const keyOf = (who: Who) => ('userId' in who ? `user ${who.userId}` : `address ${who.email.toLowerCase()}`)
const hex = (id: string) => id.replaceAll('-', '')
const uuidOf = (text: string) => text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
// 24 hex digits: with them the name before the @ has 63 characters, and 64 are allowed.
const sign = ({ appSecret }: Secret, ...parts: string[]) =>
  createHmac('sha256', derive(appSecret, 'mail addresses')).update(parts.join('\n')).digest('hex').slice(0, 24)
const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** The address by which one person answers one ticket; undefined when no mail comes in here. */
export function replyAddress(
  env: Secret & Pick<Env, 'inbound'>,
  lane: Lane,
  ticketId: string,
  who: Who,
): string | undefined {
  if (!env.inbound) return undefined
  return `${lane}+${hex(ticketId)}.${sign(env, 'address', lane, ticketId, keyOf(who))}@${env.inbound.domain}`
}

/** What an address of ours says. Whether it is genuine shows only together with who it was made for. */
export type Addressed = { lane: Lane; ticketId: string; signature: string }

/** Reads an address, in whatever case it came back; undefined when it is none of this kind. */
export function readAddress(address: string, domain: string): Addressed | undefined {
  const [, lane, ticket, signature, at] =
    /^(reply|note)\+([0-9a-f]{32})\.([0-9a-f]{24})@(.+)$/.exec(address.trim().toLowerCase()) ?? []
  if (!lane || !ticket || !signature || at !== domain) return undefined
  return { lane: lane as Lane, ticketId: uuidOf(ticket), signature }
}

/** Whether the address was made for this person. */
export const madeFor = (env: Secret, { lane, ticketId, signature }: Addressed, who: Who): boolean =>
  same(sign(env, 'address', lane, ticketId, keyOf(who)), signature)

const readerMark = (who: Who) => createHash('sha256').update(keyOf(who)).digest('hex').slice(0, 8)

/** A Message-ID for what is sent about a ticket: `part` names the message or event; nobody in `who` is the thread's root. */
export function messageIdOf(env: Place, lane: Lane, ticketId: string, part: string, who?: Who): string {
  const to = who ? readerMark(who) : '0'
  const body = `${lane}.${hex(ticketId)}.${hex(part)}.${to}`
  return `${body}.${sign(env, 'message', body)}@${new URL(env.publicUrl).hostname}`
}

/** The ticket that a Message-ID of ours belongs to; undefined for one that we did not make. */
export function readMessageId(env: Place, id: string): { lane: Lane; ticketId: string } | undefined {
  const [, body, lane, ticket, signature] =
    /^<?((reply|note)\.([0-9a-f]{32})\.[0-9a-z]{1,40}\.[0-9a-f]{1,8})\.([0-9a-f]{24})@/.exec(id.trim().toLowerCase()) ??
    []
  if (!body || !ticket || !signature || !same(sign(env, 'message', body), signature)) return undefined
  return { lane: lane as Lane, ticketId: uuidOf(ticket) }
}

/** Whether a Message-ID of ours is that of a mail to this person. */
export const sentTo = (env: Place, id: string, who: Who): boolean =>
  readMessageId(env, id) !== undefined &&
  /^<?(?:reply|note)\.[0-9a-f]{32}\.[0-9a-z]{1,40}\.([0-9a-f]{8})\./i.exec(id.trim())?.[1]?.toLowerCase() ===
    readerMark(who)

/** In every mail about a ticket; whoever sends it back to us is a program. */
export const loopMark = (env: Place) => `${new URL(env.publicUrl).host} tickets`
/** Everything from this line on was said before. */
export const MARKER = '--- Reply above this line ---'
