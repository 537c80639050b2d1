import { brand } from '../../brand.config.ts'
import type { Role } from '../../src/contract/base.ts'

type DemoAccount = { email: string; fullName: string; company: string; role: Role }

/** Accounts that can sign in to the demo, all with the same password. */
export const accounts: DemoAccount[] = [
  { email: 'admin@millwright.example', fullName: 'Helen Castellano', company: brand.shortName, role: 'admin' },
  { email: 'engineer@millwright.example', fullName: 'Tomasz Zielinski', company: brand.shortName, role: 'engineer' },
  { email: 'owner@northgate.example', fullName: 'Dana Whitfield', company: 'Northgate IT', role: 'owner' },
  { email: 'member@northgate.example', fullName: 'Marcus Oyelaran', company: 'Northgate IT', role: 'member' },
  { email: 'owner@bluepeak.example', fullName: 'Priya Raman', company: 'Bluepeak Managed Services', role: 'owner' },
  { email: 'owner@newcomer.example', fullName: 'Sam Porter', company: 'New Company', role: 'owner' },
]
