import type { z } from 'zod'
import type { FileInfo } from '../../contract/files.ts'
import { isInline } from './policy.ts'

export type FileRow = { id: string; name: string; type: string; size: number; created_at: string }

/** Returns a file in the form of the contract. */
export const describeFile = (row: FileRow): z.infer<typeof FileInfo> => ({
  id: row.id,
  name: row.name,
  type: row.type,
  size: row.size,
  inline: isInline(row.type),
  createdAt: row.created_at,
})
