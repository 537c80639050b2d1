import type { ContractRouterClient } from '@orpc/contract'
import { createContext } from 'react-router'
import type { Contract } from '../contract/index.ts'

/** The API that a public page's loader may call. */
export type Caller = ContractRouterClient<Contract>
/** What the code of pages that hydrate needs to know about the site. */
export type Site = Pick<Awaited<ReturnType<Caller['site']['get']>>, 'publishableKey' | 'suggestions'>

// The server sets these for each request. `entry.server.tsx` exports them again, because the server must set the same
// objects that the bundled pages read.
export const caller = createContext<Caller>()
export const nonce = createContext<string>()
export const site = createContext<Site>()
/** The HTTP status to send when the body of a posted form could not be read. Null when it was read. */
export const unreadable = createContext<number | null>(null)
