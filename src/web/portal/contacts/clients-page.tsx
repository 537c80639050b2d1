import { brand } from '../../../../brand.config.ts'
import { listReads } from '../lists/list.ts'
import { handleOf, loadReads } from '../platform/data/screen-reads.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { ClientList } from './client-list.tsx'
import { ownClients } from './lists.tsx'

export const meta = () => [{ title: `Clients · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
const reads = listReads(ownClients)
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** `/clients`: the clients of the reader's company; for staff those of all companies. */
export default function ClientsPage() {
  const { isInternalUser } = useAuth()
  return <ClientList key={String(isInternalUser)} side={isInternalUser ? 'staff' : 'partner'} />
}
