import { createContext } from 'react'

/** The nonce of this response. Set only on pages that hydrate, because other pages have no inline script. */
export const NonceContext = createContext<string | undefined>(undefined)
