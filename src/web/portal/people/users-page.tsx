import { Navigate, useLocation } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { listReads } from '../lists/list.ts'
import { handleOf, loadReads } from '../platform/data/screen-reads.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { ownUsers } from './lists.tsx'
import { UserList } from './user-list.tsx'

export const meta = () => [{ title: `Users · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
const reads = listReads(ownUsers)
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** `/users`: the users of the reader's company. Staff are redirected to the list of all users. */
export default function UsersPage() {
  const { ready, isInternalUser } = useAuth()
  const { search } = useLocation()
  if (ready && isInternalUser) return <Navigate replace to={`/admin/users${search}`} />
  // Only owners have a button to invite people, and it would push the list down on a phone.
  if (!ready) return <Skeleton className="h-64" />
  return <UserList side="partner" />
}
