import { z } from 'zod'
import { Id, Instant } from './base.ts'
import { MAX_FILES } from './plain/file-limits.ts'

export const FileInfo = z.object({
  id: Id,
  name: z.string(),
  /** Detected from the bytes, not taken from the sender. */
  type: z.string(),
  size: z.number().int(),
  /** Whether it is safe to show inside a page. */
  inline: z.boolean(),
  createdAt: Instant,
})

/** Ids of uploaded files to attach to a message. */
export const FileIds = z.array(Id).max(MAX_FILES, `You can attach at most ${MAX_FILES} files.`).default([])
