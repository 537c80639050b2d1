import { z } from 'zod'
import { Id, Instant } from './base.ts'

/** Largest upload in bytes. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024
/** Most files on one message. */
export const MAX_FILES = 20

export const FileInfo = z.object({
  id: Id,
  name: z.string(),
  /** Found in the bytes, not taken from the sender. */
  type: z.string(),
  size: z.number().int(),
  /** Safe to show inside a page. */
  inline: z.boolean(),
  createdAt: Instant,
})

/** Ids of uploaded files that a message takes over. */
export const FileIds = z.array(Id).max(MAX_FILES, `At most ${MAX_FILES} files at once.`).default([])
