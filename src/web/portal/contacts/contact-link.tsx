import type { ReactNode } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { useHrefWith } from '../platform/use-address.ts'

/** The query parameter that opens a contact's details. */
export const OPEN_CONTACT = 'contact'

/** Returns a function that builds the address of this page with a contact's details open. Other parameters stay. */
export const useContactHref = () => useHrefWith(OPEN_CONTACT)

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
