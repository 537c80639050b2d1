// Turns the text and files of a mail into a ticket message.

import { createHash } from 'node:crypto'
import { storeUpload } from '../../files/index.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { cleanText, TEXT_MAX } from '../../platform/mail/mail-text.ts'
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
export function getMailPartId(mailId: string, part: number): string {
  const h = createHash('sha256').update(`${mailId} ${part}`).digest('hex')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`
}

/** The name of the file with the whole text of a mail that is too long for a message. */
const LONG_FILE = 'full-email.txt'

/**
 * Stores the files of a mail and returns their ids, with the whole text if a message can't hold it. `left` names those
 * that were not stored, with the reason.
 */
export async function storeMailFiles(
  platform: Platform,
  mailId: string,
  mail: ReadMail,
  owner: { companyId: string; userId: string },
): Promise<{ fileIds: string[]; left: ReadMail['left'] }> {
  const fileIds: string[] = []
  const left = [...mail.left]
  const files = mail.files.map((file, i) => ({ ...file, id: getMailPartId(mailId, i) }))
  if (mail.long)
    files.push({ name: LONG_FILE, bytes: new TextEncoder().encode(mail.long), id: getMailPartId(mailId, -2) })
  for (const { id, name, bytes } of files) {
    const taken = await storeUpload(platform, {
      id,
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

/** Returns a mail that answers nothing of ours, so that all of its text counts as new. */
export const treatAsNew = (mail: ReadMail): ReadMail => {
  const { newText, folded, format } = mail.first
  return { ...mail, newText, folded, format }
}

const oneLine = (text: string) => cleanText(text).replace(/\s+/g, ' ').slice(0, 200)

/** Returns text on one line with the special characters of Markdown escaped, at most 200 characters. */
export const literal = (text: string) =>
  cleanText(text)
    .replace(/\s+/g, ' ')
    .replace(/([\\`*_[\]<>|])/g, '\\$1')
    .slice(0, 200)

/** Returns whether a mail has neither text nor files. Quoted text counts as text, and so does text that was cut off. */
export const isEmpty = (mail: ReadMail) =>
  mail.newText.trim() === '' && mail.folded === '' && mail.files.length === 0 && !mail.cut

/** Returns whether a mail has text that was not looked at for its message. It may be in the whole text, `long`. */
export const hasUnread = ({ cut, long }: Pick<ReadMail, 'cut' | 'long'>): boolean =>
  cut || (long?.length ?? 0) > TEXT_MAX

/** Returns the text of a message: the new text, and a note about what was left out of the mail. */
export function bodyOf(
  mail: Pick<ReadMail, 'newText' | 'cut' | 'folded' | 'format' | 'long'>,
  files: number,
  left: ReadMail['left'],
): string {
  const note = (text: string) => (mail.format === 'plain' ? text : `*${text}*`)
  const named = (text: string) => (mail.format === 'plain' ? oneLine(text) : literal(text))
  const attached = files - (mail.long ? 1 : 0)
  const newText =
    mail.newText.trim() ||
    (mail.folded || hasUnread(mail)
      ? note(hasUnread(mail) ? 'The beginning of the email has no new text.' : 'The email has no new text.')
      : attached > 0
        ? attached === 1
          ? 'Sent a file.'
          : `Sent ${attached} files.`
        : 'Sent files.')
  return [
    newText,
    ...(mail.long
      ? [
          note(
            mail.cut
              ? `The email is longer. The file ${LONG_FILE} has more of its text, but not all of it.`
              : `The email is longer. Its full text is in the file ${LONG_FILE}.`,
          ),
        ]
      : mail.cut
        ? [note('The email is longer. The rest isn’t shown here.')]
        : []),
    ...(left.length > 0
      ? [note(`Not added from the email: ${left.map((l) => `${named(l.name)} (${named(l.why)})`).join(', ')}`)]
      : []),
  ].join('\n\n')
}

/**
 * Returns the quoted part of a public mail, to be shown on demand. Empty for mail from staff, because it may quote
 * internal notes.
 */
export const foldedOf = (mail: ReadMail, sender: User | undefined): string => (sender?.is_internal ? '' : mail.folded)
