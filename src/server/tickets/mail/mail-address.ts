// Signed addresses and Message-IDs that identify the ticket they belong to.
import { createHash, createHmac } from 'node:crypto'
import { type Env, type Secrets, sameSecret, secretsOf, signingKey } from '../../platform/env.ts'

/** The recipient of a mail: a user, or a person without an account. */
export type Who = { userId: string } | { email: string }
/** The destination of a reply: the conversation, or the internal notes. */
export type Lane = 'reply' | 'note'
type Place = Secrets & Pick<Env, 'publicUrl'>

const keyOf = (who: Who) => ('userId' in who ? `user ${who.userId}` : `address ${who.email.toLowerCase()}`)
const hex = (id: string) => id.replaceAll('-', '')
const uuidOf = (text: string) => text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
// 24 hex digits make the local part 63 characters long; 64 are allowed.
const signBy = (secret: string, parts: string[]) =>
  createHmac('sha256', signingKey(secret, 'mail addresses')).update(parts.join('\n')).digest('hex').slice(0, 24)
const sign = ({ appSecret }: Secrets, ...parts: string[]) => signBy(appSecret, parts)
/**
 * Returns whether a signature is ours. Accepts the secret from before a rotation too, because people reply to old mail.
 */
const signed = (env: Secrets, signature: string, ...parts: string[]) =>
  secretsOf(env).some((secret) => sameSecret(signBy(secret, parts), signature))

/** Returns the address by which one person replies to one ticket. Undefined when the portal receives no mail. */
export function replyAddress(
  env: Secrets & Pick<Env, 'inbound'>,
  lane: Lane,
  ticketId: string,
  who: Who,
): string | undefined {
  if (!env.inbound) return undefined
  return `${lane}+${hex(ticketId)}.${sign(env, 'address', lane, ticketId, keyOf(who))}@${env.inbound.domain}`
}

/** The parts of a reply address. It is genuine only if it was made for the sender: see `madeFor`. */
export type ReplyAddress = { lane: Lane; ticketId: string; signature: string }

/** Returns the parts of a reply address, in upper or lower case. Undefined when it is not one. */
export function readAddress(address: string, domain: string): ReplyAddress | undefined {
  const [, lane, ticket, signature, at] =
    /^(reply|note)\+([0-9a-f]{32})\.([0-9a-f]{24})@(.+)$/.exec(address.trim().toLowerCase()) ?? []
  if (!lane || !ticket || !signature || at !== domain) return undefined
  return { lane: lane as Lane, ticketId: uuidOf(ticket), signature }
}

/** Returns whether the address was made for this person. */
export const madeFor = (env: Secrets, { lane, ticketId, signature }: ReplyAddress, who: Who): boolean =>
  signed(env, signature, 'address', lane, ticketId, keyOf(who))

const readerMark = (who: Who) => createHash('sha256').update(keyOf(who)).digest('hex').slice(0, 8)

/**
 * Returns a Message-ID for a mail about a ticket. `part` is the message or event; without `who` it is the thread's
 * root.
 */
export function messageIdOf(env: Place, lane: Lane, ticketId: string, part: string, who?: Who): string {
  const to = who ? readerMark(who) : '0'
  const body = `${lane}.${hex(ticketId)}.${hex(part)}.${to}`
  return `${body}.${sign(env, 'message', body)}@${new URL(env.publicUrl).hostname}`
}

/** Returns the ticket that one of our Message-IDs belongs to. Undefined for an id that we did not make. */
export function readMessageId(env: Place, id: string): { lane: Lane; ticketId: string } | undefined {
  const [, body, lane, ticket, signature] =
    /^<?((reply|note)\.([0-9a-f]{32})\.[0-9a-z]{1,40}\.[0-9a-f]{1,8})\.([0-9a-f]{24})@/.exec(id.trim().toLowerCase()) ??
    []
  if (!body || !ticket || !signature || !signed(env, signature, 'message', body)) return undefined
  return { lane: lane as Lane, ticketId: uuidOf(ticket) }
}

/** Returns whether one of our Message-IDs is that of a mail to this person. */
export const sentTo = (env: Place, id: string, who: Who): boolean =>
  readMessageId(env, id) !== undefined &&
  /^<?(?:reply|note)\.[0-9a-f]{32}\.[0-9a-z]{1,40}\.([0-9a-f]{8})\./i.exec(id.trim())?.[1]?.toLowerCase() ===
    readerMark(who)

/** Returns the header value that marks our mails about tickets. A mail that brings it back was sent by a program. */
export const loopMark = (env: Place) => `${new URL(env.publicUrl).host} tickets`
/** Everything below this line is quoted from earlier mail. */
export const MARKER = '--- Reply above this line ---'
