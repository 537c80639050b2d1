import { Navigate, useLocation } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { listReads } from '../lists/list.ts'
import { handleOf, loadReads } from '../platform/data/screen-reads.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { ContactList } from './contact-list.tsx'
import { ownContacts } from './lists.tsx'

export const meta = () => [{ title: `Contacts · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
const reads = listReads(ownContacts)
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** `/contacts`: the contacts of the reader's company. Redirects staff to the list of all companies. */
export default function ContactsPage() {
  const { ready, isInternalUser } = useAuth()
  const { search } = useLocation()
  if (ready && isInternalUser) {
    const query = new URLSearchParams(search)
    query.set('tab', 'contacts')
    return <Navigate replace to={`/admin/contacts?${query}`} />
  }
  return <ContactList side="partner" />
}
