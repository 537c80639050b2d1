import { Navigate, useLocation } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { loadList } from '../lists/list.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { ownUsers } from './lists.tsx'
import { UserList } from './user-list.tsx'

export const meta = () => [{ title: `Users · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
export const clientLoader = loadList(ownUsers)

/** `/users`: the users of the reader's company. Staff are redirected to the list of all users. */
export default function UsersPage() {
  const { ready, isInternalUser } = useAuth()
  const { search } = useLocation()
  if (ready && isInternalUser) return <Navigate replace to={`/admin/users${search}`} />
  return <UserList side="partner" />
}
