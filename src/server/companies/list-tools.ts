import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { TOOLS } from './tools.ts'

/** Returns well-known tools of MSPs to choose from. */
export const listTools = action(contract.companies.tools, () => ({ items: [...TOOLS] }))
