import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Anchor } from '../../ui/anchor.tsx'

/** The parameter of the address that holds the user who is looked at. */
export const OPEN = 'user'

/** The address of this list with a user's details open; what the list shows stays. */
export function useUserHref(): (id: string) => string {
  const { pathname, search } = useLocation()
  return (id) => {
    const query = new URLSearchParams(search)
    query.set(OPEN, id)
    return `${pathname}?${query}`
  }
}

/** Opens a user's details over the list. The row takes the press as well. */
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
