import type { ContractRouterClient } from '@orpc/contract'
import { createContext } from 'react-router'
import type { Contract } from '../contract/index.ts'

/** What a public page's loader may ask of the rooms. */
export type Caller = ContractRouterClient<Contract>

// Put here by the server for each request. Exported again by entry.server.tsx: it must use that bundle's objects.
export const caller = createContext<Caller>()
export const nonce = createContext<string>()
