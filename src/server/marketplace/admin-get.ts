import type { z } from 'zod'
import type { CatalogueProduct } from '../../contract/catalogue.ts'
import type { Actored } from '../platform/api.ts'
import { presentCatalogue, readProduct } from './catalogue-rows.ts'

/** One product as it stands in the catalogue, for staff. NOT_FOUND. */
export const adminGet = (
  { platform, actor }: Actored,
  { id }: { id: string },
): Promise<z.infer<typeof CatalogueProduct>> =>
  platform.db.askAs(actor, async (db) => presentCatalogue(await readProduct(db, id), actor))
