import { brand } from '../../../../brand.config.ts'
import { listReads } from '../lists/list.ts'
import { handleOf, loadReads } from '../platform/data/screen-reads.ts'
import { allUsers } from './lists.tsx'
import { UserList } from './user-list.tsx'

export const meta = () => [{ title: `All users · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
const reads = listReads(allUsers)
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** `/admin/users`: all users of all companies, for staff. */
export default function AllUsersPage() {
  return <UserList side="staff" />
}
