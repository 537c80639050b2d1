import type { z } from 'zod'
import type { Calendar, Policy } from '../../contract/sla.ts'
import type { Actored } from '../platform/api.ts'
import { can } from './policy.ts'
import { presentCalendar, presentPolicy } from './present.ts'
import { calendars, policies } from './queries.ts'

type Can = { can: { edit: boolean } }

/** Every policy, the default first. */
export const listPolicies = ({ platform, actor }: Actored): Promise<{ items: z.infer<typeof Policy>[] } & Can> =>
  platform.db.askAs(actor, async (db) => ({
    items: (await policies(db).execute()).map((r) => presentPolicy(r, actor)),
    can: can(actor),
  }))

/** Every calendar. */
export const listCalendars = ({ platform, actor }: Actored): Promise<{ items: z.infer<typeof Calendar>[] } & Can> =>
  platform.db.askAs(actor, async (db) => ({
    items: (await calendars(db).execute()).map((r) => presentCalendar(r, actor)),
    can: can(actor),
  }))
