import { brand } from '../../../../brand.config.ts'
import { loadList } from '../lists/list.ts'
import { allUsers } from './lists.tsx'
import { UserList } from './user-list.tsx'

export const meta = () => [{ title: `All users · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
export const clientLoader = loadList(allUsers)

/** `/admin/users`: all users of all companies, for staff. */
export default function AllUsersPage() {
  return <UserList side="staff" />
}
