import type { ReactNode } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { useHrefWith } from '../platform/use-address.ts'

/** The query parameter that opens a user's details. */
export const OPEN_USER = 'user'

/** Returns a function that builds the address of this list with a user's details open. Filters are kept. */
export const useUserHref = () => useHrefWith(OPEN_USER)

/** Links to a user's details over the list. A click anywhere in the row follows it. */
export function UserLink({ id, children }: { id: string; children: ReactNode }) {
  const href = useUserHref()
  return (
    <Anchor
      href={href(id)}
      data-row-link=""
      className="inline-flex min-w-0 max-w-full rounded-[4px] align-top group-hover:text-accent"
    >
      {children}
    </Anchor>
  )
}
