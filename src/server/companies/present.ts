import type { z } from 'zod'
import type { Company } from '../../contract/companies.ts'

export const COLUMNS = [
  'id',
  'name',
  'slug',
  'is_internal',
  'phone',
  'website',
  'address',
  'description',
  'created_at',
] as const
type Row = Omit<z.infer<typeof Company>, 'createdAt'> & { created_at: string }

/** A company's row as the contract says it. */
export const present = ({ created_at, ...row }: Row): z.infer<typeof Company> => ({ ...row, createdAt: created_at })
