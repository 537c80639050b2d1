import type { ContractRouterClient } from '@orpc/contract'
import { createContext } from 'react-router'
import type { Contract } from '../contract/index.ts'
import type { Site } from './start.ts'

/** The API that a public page's loader may call. */
export type Caller = ContractRouterClient<Contract>

// The server sets these for each request. `entry.server.tsx` exports them again, because the server must set the same
// objects that the bundled pages read.
export const caller = createContext<Caller>()
export const nonce = createContext<string>()
/** What the code of pages that hydrate needs to know about the site. */
export const site = createContext<Site>()
/** The HTTP status to send when the body of a posted form could not be read. Null when it was read. */
export const unreadable = createContext<number | null>(null)
