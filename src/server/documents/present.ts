import type { z } from 'zod'
import type { DocumentInfo } from '../../contract/documents.ts'

export const COLUMNS = [
  'id',
  'kind',
  'subject_id',
  'state',
  'problem',
  'progress',
  'name',
  'size',
  'sha256',
  'made_at',
  'updated_at',
  'only_for',
] as const
export type DocumentRow = {
  id: string
  kind: string
  subject_id: string
  state: string
  problem: string | null
  progress: number
  name: string
  size: number | null
  sha256: string | null
  made_at: string | null
  updated_at: string
  only_for: string[] | null
}

/** Returns a document in the form of the contract. */
export const presentDocument = (row: DocumentRow): z.infer<typeof DocumentInfo> => ({
  id: row.id,
  kind: row.kind as z.infer<typeof DocumentInfo>['kind'],
  subjectId: row.subject_id,
  state: row.state as z.infer<typeof DocumentInfo>['state'],
  problem: row.problem as z.infer<typeof DocumentInfo>['problem'],
  progress: row.progress,
  name: `${row.name}.pdf`,
  size: row.size,
  sha256: row.sha256,
  madeAt: row.made_at,
})
