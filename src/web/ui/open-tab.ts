import { createContext } from 'react'

/** The open tab of the tabs around a component, or '' outside of tabs. What a tab contains is unmounted with it. */
export const OpenTab = createContext('')
