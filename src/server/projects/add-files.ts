import type { z } from 'zod'
import type { ProjectFile } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { readFiles } from './files.ts'
import { placeOf } from './read.ts'
import { attach, keep } from './write.ts'

type Added = { id: string; fileIds: string[]; internal: boolean }

/** Puts uploaded files into a project. NOT_FOUND, ATTACHMENT_GONE; UNPROCESSABLE beside `internal` for a partner. */
export const addFiles = (
  context: Actored,
  input: Added,
): Promise<{ items: z.infer<typeof ProjectFile>[]; nextCursor: string | null }> =>
  createOnce(context, input, async (db) => {
    const { actor } = context
    if (input.internal && actor.kind !== 'staff')
      throw refuse('UNPROCESSABLE', { fields: { internal: ['Only we keep files for ourselves.'] } })
    const project = await placeOf(db, input.id)
    await attach(db, actor, project, input.fileIds, { staffOnly: input.internal })
    await keep(db, context, project, {
      kind: 'files',
      after: { files: input.fileIds.length },
      staffOnly: input.internal,
    })
    return readFiles(db, { id: input.id, limit: 25 })
  })
