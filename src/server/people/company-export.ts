// The company export's tables of users and invitations.
import { sql } from 'kysely'
import { type CompanyExport, tableMaker, toExportColumns, type ValueNames } from '../platform/files/company-export.ts'

const ROLES: ValueNames = { member: 'Member', owner: 'Owner' }

export const peopleExport: CompanyExport = {
  tables: (platform, actor) => {
    const { table, pageOf } = tableMaker(platform, actor)
    return [
      table(
        'people',
        ['profiles', 'user_roles'],
        toExportColumns(['id', 'name', 'email', 'role', 'timeZone', 'lastSeenAt', 'deactivatedAt', 'createdAt'], {
          role: ROLES,
        }),
        (db, after) =>
          db
            .selectFrom('profiles as p')
            .leftJoin('user_roles as r', 'r.user_id', 'p.id')
            .select([
              'p.id',
              'p.id as cursor',
              'p.full_name as name',
              'p.email',
              'p.time_zone as timeZone',
              'p.last_seen_at as lastSeenAt',
              'p.deactivated_at as deactivatedAt',
              'p.created_at as createdAt',
            ])
            .select(sql<string>`coalesce(r.role, 'member')`.as('role'))
            .$call(pageOf('p.', after)),
      ),
      table(
        'invitations',
        ['invitations'],
        toExportColumns(['id', 'email', 'name', 'role', 'createdAt', 'expiresAt', 'acceptedAt', 'revokedAt'], {
          role: ROLES,
        }),
        (db, after) =>
          db
            .selectFrom('invitations')
            .select([
              'id',
              'id as cursor',
              'email',
              'full_name as name',
              'role',
              'created_at as createdAt',
              'expires_at as expiresAt',
              'accepted_at as acceptedAt',
              'revoked_at as revokedAt',
            ])
            .$call(pageOf('', after)),
      ),
    ]
  },
}
