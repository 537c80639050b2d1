import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { slaPermissions } from './policy.ts'
import { presentCalendar, presentPolicy } from './present.ts'
import { slaCalendars, slaPolicies } from './queries.ts'

/** Returns every policy that is not archived, the default first. */
export const listPolicies = action(contract.sla.policies, ({ platform, actor }) =>
  platform.db.askAs(actor, async (db) => ({
    items: (await slaPolicies(db).execute()).map((r) => presentPolicy(r, actor)),
    can: slaPermissions(actor),
  })),
)

/** Returns every calendar that is not archived. */
export const listCalendars = action(contract.sla.calendars, ({ platform, actor }) =>
  platform.db.askAs(actor, async (db) => ({
    items: (await slaCalendars(db).execute()).map((r) => presentCalendar(r, actor)),
    can: slaPermissions(actor),
  })),
)
