import type { z } from 'zod'
import type { Calendar, Policy } from '../../contract/sla.ts'
import type { Actor } from '../platform/database/db.ts'
import { businessDay } from './business-time.ts'
import { slaPermissions } from './policy.ts'
import type { CalendarRow, PolicyRow } from './queries.ts'

type Hours = z.infer<typeof Calendar>['hours']

// The JSON columns were validated when they were written.
/** Returns a calendar as one reader sees it. */
export const presentCalendar = (r: CalendarRow, reader: Actor): z.infer<typeof Calendar> => ({
  id: r.id,
  name: r.name,
  timeZone: r.time_zone,
  hours: r.hours as Hours,
  holidays: r.holidays as z.infer<typeof Calendar>['holidays'],
  dayMinutes: businessDay(r.hours as Hours),
  policies: r.policies,
  version: r.version,
  createdAt: r.created_at,
  updatedAt: r.updated_at,
  can: slaPermissions(reader),
})

/** Returns a policy as one reader sees it. */
export const presentPolicy = (r: PolicyRow, reader: Actor): z.infer<typeof Policy> => ({
  id: r.id,
  name: r.name,
  calendar: { id: r.calendar_id, name: r.calendar, timeZone: r.time_zone, dayMinutes: businessDay(r.hours as Hours) },
  targets: r.targets as z.infer<typeof Policy>['targets'],
  isDefault: r.is_default,
  companies: r.companies,
  version: r.version,
  createdAt: r.created_at,
  updatedAt: r.updated_at,
  can: slaPermissions(reader),
})
