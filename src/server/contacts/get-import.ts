import type { z } from 'zod'
import type { ImportDetail } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { readImport } from './import-queries.ts'

/** One import: the file as it was understood, how far it is, what came of it. */
export const getImport = (
  { platform, actor }: Actored,
  { id }: { id: string },
): Promise<z.infer<typeof ImportDetail>> => platform.db.asActor(actor, (db) => readImport(db, actor, id))
