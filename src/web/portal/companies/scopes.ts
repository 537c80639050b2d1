import type { Scope } from './model.ts'

/** What a key may be made for, in words. */
export const scopeWords: Record<Scope, { label: string; description: string }> = {
  'tickets:read': { label: 'Read tickets', description: 'Lists, single tickets and their conversations.' },
  'tickets:write': { label: 'Write tickets', description: 'Open tickets, reply, change them.' },
  'contacts:read': { label: 'Read contacts', description: 'Contacts and end clients.' },
  'contacts:write': { label: 'Write contacts', description: 'Add and change contacts and end clients.' },
  'company:read': { label: 'Read the company', description: 'Your company’s profile.' },
}
export const scopes = Object.keys(scopeWords) as Scope[]
/** A scope as people read it; one that this page does not know as it is written. */
export const scopeLabel = (scope: string): string => scopeWords[scope as Scope]?.label ?? scope
/** An operation that a key of these scopes can call, to try it with. */
export const examplePath = (chosen: readonly string[]): string =>
  chosen.some((s) => s.startsWith('tickets:'))
    ? '/api/v1/tickets?limit=5'
    : chosen.some((s) => s.startsWith('contacts:'))
      ? '/api/v1/contacts?limit=5'
      : '/api/v1/company'
