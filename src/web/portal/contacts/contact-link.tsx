import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Anchor } from '../../ui/anchor.tsx'
import { useAddress } from '../platform/use-address.ts'

/** The parameter of the address with the id of the open contact. */
export const OPEN = 'contact'

/** Returns a function that gives the address of this page with a contact's details open. Other parameters stay. */
export function useContactHref(): (id: string) => string {
  const { pathname } = useLocation()
  const [address] = useAddress()
  return (id) => {
    const query = new URLSearchParams(address)
    query.set(OPEN, id)
    return `${pathname}?${query}`
  }
}

/** A link that opens a contact's details over the list. Clicking anywhere in the row follows it. */
export function ContactLink({ id, children }: { id: string; children: ReactNode }) {
  const href = useContactHref()
  return (
    <Anchor
      href={href(id)}
      data-row-link=""
      className="block min-w-0 rounded-[4px] group-hover:text-accent max-md:inline-block max-md:max-w-full max-md:align-top"
    >
      {children}
    </Anchor>
  )
}
