// Turns the text and files of a mail into a ticket message.

import { createHash } from 'node:crypto'
import { takeIn } from '../../files/index.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { cleanText } from '../../platform/mail/mail-text.ts'
import type { ReadMail } from '../../platform/mail/read-mail.ts'
import type { Platform } from '../../platform/platform.ts'
import type { User } from './place-mail.ts'

/** Returns a function that loads the bytes of a stored mail. It throws NotStored when they have been deleted. */
export const loaderOf =
  (storage: Storage, { id, size }: { id: string; size: number | string }) =>
  async () => {
    // One buffer of the known size, so that a mail is in memory only once.
    const bytes = new Uint8Array(Number(size))
    let at = 0
    for await (const part of await storage.open(id)) {
      bytes.set(part as Buffer, at)
      at += (part as Buffer).length
    }
    return bytes
  }

/** Returns an id that is the same for every attempt to process one mail. */
export function idOf(mailId: string, part: number): string {
  const h = createHash('sha256').update(`${mailId} ${part}`).digest('hex')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`
}

/** Stores the files of a mail and returns their ids. `left` names those that were not stored, with the reason. */
export async function filesOf(
  platform: Platform,
  mailId: string,
  mail: ReadMail,
  owner: { companyId: string; userId: string },
): Promise<{ fileIds: string[]; left: ReadMail['left'] }> {
  const fileIds: string[] = []
  const left = [...mail.left]
  for (const [i, { name, bytes }] of mail.files.entries()) {
    const taken = await takeIn(platform, {
      id: idOf(mailId, i),
      companyId: owner.companyId,
      uploadedBy: owner.userId,
      name,
      bytes,
    })
    if ('id' in taken) fileIds.push(taken.id)
    else left.push({ name, why: taken.refused.replace(/\.$/, '') })
  }
  return { fileIds, left }
}

/** Returns text on one line with the special characters of Markdown escaped, at most 200 characters. */
export const literal = (text: string) =>
  cleanText(text)
    .replace(/\s+/g, ' ')
    .replace(/([\\`*_[\]<>|])/g, '\\$1')
    .slice(0, 200)

/** Returns whether a mail has neither text nor files. Quoted text counts as text, and so does text that was cut off. */
export const isEmpty = (mail: ReadMail) =>
  mail.said.trim() === '' && mail.folded === '' && mail.files.length === 0 && !mail.cut

/** Returns the text of a message: the new text, and a note about what was left out of the mail. */
export function bodyOf(mail: Pick<ReadMail, 'said' | 'cut' | 'folded'>, files: number, left: ReadMail['left']): string {
  const said =
    mail.said.trim() ||
    (mail.folded || mail.cut
      ? mail.cut
        ? '*The beginning of the email has no new text.*'
        : '*The email has no new text.*'
      : files > 0
        ? files === 1
          ? 'Sent a file.'
          : `Sent ${files} files.`
        : 'Sent files.')
  return [
    said,
    ...(mail.cut ? ['*The email is longer. The rest isn’t shown here.*'] : []),
    ...(left.length > 0
      ? [`*Not added from the email: ${left.map((l) => `${literal(l.name)} (${literal(l.why)})`).join(', ')}*`]
      : []),
  ].join('\n\n')
}

/**
 * Returns the quoted part of a public mail, to be shown on demand. Empty for mail from staff, because it may quote
 * internal notes.
 */
export const foldedOf = (mail: ReadMail, sender: User | undefined): string => (sender?.is_internal ? '' : mail.folded)
