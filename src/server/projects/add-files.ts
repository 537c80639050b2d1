import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { readFiles } from './files.ts'
import { requireProject } from './read.ts'
import { attachToProject, recordProjectAct } from './write.ts'

/**
 * Adds uploaded files to a project. Throws NOT_FOUND, ATTACHMENT_GONE, and UNPROCESSABLE at `internal` for a partner.
 */
export const addFiles = action(contract.projects.addFiles, (context, input) =>
  createOnce(context, input, async (db) => {
    const { actor } = context
    if (input.internal && actor.kind !== 'staff')
      throw refuse('UNPROCESSABLE', { fields: { internal: ['Only staff can add internal files.'] } })
    const project = await requireProject(db, input.id)
    await attachToProject(db, actor, project, input.fileIds, { staffOnly: input.internal })
    await recordProjectAct(db, context, project, {
      kind: 'files',
      after: { files: input.fileIds.length },
      staffOnly: input.internal,
    })
    return readFiles(db, { id: input.id, limit: 25 })
  }),
)
