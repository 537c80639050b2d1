import { getNowDate } from '../../ui/clock.ts'
import type { Scope } from './model.ts'

/** The label and description of each API key scope. */
export const scopeWords: Record<Scope, { label: string; description: string }> = {
  'tickets:read': { label: 'Read tickets', description: 'List tickets and read their conversations.' },
  'tickets:write': { label: 'Write tickets', description: 'Create tickets, reply to them and update them.' },
  'automations:read': { label: 'Read automations', description: 'Read automations, their runs and results.' },
  'runs:write': { label: 'Report runs', description: 'Send us the runs of your automations.' },
  'contacts:read': { label: 'Read contacts', description: 'Read contacts and clients.' },
  'contacts:write': { label: 'Write contacts', description: 'Add and update contacts and clients.' },
  'company:read': { label: 'Read company', description: 'Read your company’s profile, hours and reports.' },
}
export const scopes = Object.keys(scopeWords) as Scope[]
/** Returns the label of a scope. Unknown scopes are returned unchanged. */
export const formatScope = (scope: string): string => scopeWords[scope as Scope]?.label ?? scope
/** The path that each scope can read. The example uses the first scope that the key has. */
const READS: [Scope, string][] = [
  ['tickets:read', 'tickets?limit=5'],
  ['automations:read', 'automations?limit=5'],
  ['contacts:read', 'contacts?limit=5'],
  ['company:read', 'company'],
]
/**
 * Returns a curl command for trying out a key with these scopes, read-only if possible. Undefined if there is no
 * example for them.
 */
export function buildExampleCall(chosen: readonly string[], origin: string, key: string): string | undefined {
  const read = READS.find(([scope]) => chosen.includes(scope))
  const head = `-H "x-api-key: ${key}" \\\n  `
  if (read) return `curl ${head}"${origin}/api/v1/${read[1]}"`
  if (!chosen.includes('runs:write')) return undefined
  const now = `${getNowDate().toISOString().slice(0, 19)}Z`
  return `curl -X POST ${head}-H "content-type: application/json" \\
  -d '{"externalId":"try-1","status":"skipped","startedAt":"${now}","finishedAt":"${now}"}' \\
  "${origin}/api/v1/automations/AUTOMATION_ID/runs"`
}
