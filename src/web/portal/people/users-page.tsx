import { Navigate, useLocation } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { loadList } from '../lists/list.ts'
import { useAuth } from '../platform/auth.tsx'
import { ownUsers } from './lists.tsx'
import { UserList } from './user-list.tsx'

export const meta = () => [{ title: `Users · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
export const clientLoader = loadList(ownUsers)

/** `/users`: who can sign in for the reader's company. Staff have the list of everybody. */
export default function UsersPage() {
  const { ready, isInternalUser } = useAuth()
  const { search } = useLocation()
  if (ready && isInternalUser) return <Navigate replace to={`/admin/users${search}`} />
  return <UserList side="partner" />
}
