import { entries as backup } from './backup.ts'
import { entries as billing } from './billing.ts'
import { entries as documentation } from './documentation.ts'
import { entries as identity } from './identity.ts'
import { entries as microsoft365 } from './microsoft-365.ts'
import { entries as onboarding } from './onboarding.ts'
import { entries as psa } from './psa.ts'
import { entries as reporting } from './reporting.ts'
import { entries as rmm } from './rmm.ts'
import { entries as sales } from './sales.ts'
import { entries as security } from './security.ts'
import type { CatalogueEntry } from './shape.ts'
import { entries as voice } from './voice.ts'

/** The catalog that a new installation starts with. Afterwards, the database is authoritative. */
export const catalogue: CatalogueEntry[] = [
  ...psa,
  ...rmm,
  ...microsoft365,
  ...identity,
  ...documentation,
  ...billing,
  ...security,
  ...backup,
  ...onboarding,
  ...sales,
  ...voice,
  ...reporting,
]
