import { createContext } from 'react'

/** The nonce of this answer, on live pages; public pages have no inline script. */
export const NonceContext = createContext<string | undefined>(undefined)
