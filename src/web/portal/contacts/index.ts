export { ClientList } from './client-list.tsx'
export { ContactList } from './contact-list.tsx'
