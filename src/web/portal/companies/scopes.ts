import type { Scope } from './model.ts'

/** What a key may be made for, in words. */
export const scopeWords: Record<Scope, { label: string; description: string }> = {
  'tickets:read': { label: 'Read tickets', description: 'Lists, single tickets and their conversations.' },
  'tickets:write': { label: 'Write tickets', description: 'Open tickets, reply, change them.' },
  'automations:read': { label: 'Read automations', description: 'Automations, their runs and figures.' },
  'runs:write': { label: 'Report runs', description: 'Tell us what your automations did, run by run.' },
  'contacts:read': { label: 'Read contacts', description: 'Contacts and end clients.' },
  'contacts:write': { label: 'Write contacts', description: 'Add and change contacts and end clients.' },
  'company:read': { label: 'Read the company', description: 'Your company’s profile.' },
}
export const scopes = Object.keys(scopeWords) as Scope[]
/** A scope as people read it; one that this page does not know as it is written. */
export const scopeLabel = (scope: string): string => scopeWords[scope as Scope]?.label ?? scope
/** What can be read with each scope, the first that a key has is tried with. */
const READS: [Scope, string][] = [
  ['tickets:read', 'tickets?limit=5'],
  ['automations:read', 'automations?limit=5'],
  ['contacts:read', 'contacts?limit=5'],
  ['company:read', 'company'],
]
/** A call that a key of these scopes can make, to try it with in a terminal; one that changes nothing where there is one. */
export function exampleCall(chosen: readonly string[], origin: string, key: string): string | undefined {
  const read = READS.find(([scope]) => chosen.includes(scope))
  const head = `-H "x-api-key: ${key}" \\\n  `
  if (read) return `curl ${head}"${origin}/api/v1/${read[1]}"`
  if (!chosen.includes('runs:write')) return undefined
  const now = `${new Date().toISOString().slice(0, 19)}Z`
  return `curl -X POST ${head}-H "content-type: application/json" \\
  -d '{"externalId":"try-1","status":"skipped","startedAt":"${now}","finishedAt":"${now}"}' \\
  "${origin}/api/v1/automations/AUTOMATION_ID/runs"`
}
