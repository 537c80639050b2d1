import { createContext } from 'react'

/** The nonce of this response's inline scripts, which only pages that hydrate have. Undefined while prerendering. */
export const NonceContext = createContext<string | undefined>(undefined)
