import { Navigate, useLocation } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
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
  // Only owners have a button to invite people, and it would push the list down on a phone.
  if (!ready) return <Skeleton className="h-64" />
  return <UserList side="partner" />
}
