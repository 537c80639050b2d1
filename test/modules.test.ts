// What the compiler and the startup check require of a module and an action.
import { expect, test } from 'vitest'
import { contract } from '../src/contract/index.ts'
import { removeLogo, removePhoto } from '../src/server/companies/remove-picture.ts'
import * as modules from '../src/server/modules.ts'
import { action } from '../src/server/platform/http/action.ts'
import { composeModules, defineModule } from '../src/server/platform/module.ts'
import { searchEverywhere } from '../src/server/search/everywhere.ts'
import { getSite } from '../src/server/site/get.ts'

const declared = Object.values(modules)

test('every operation of the contract is served by the action that is bound to it', () => {
  const { router } = composeModules(declared)
  for (const [name, operations] of Object.entries(contract))
    for (const [key, operation] of Object.entries(operations)) {
      const bound = (router as unknown as Record<string, Record<string, { operation?: object }>>)[name]?.[key]
      // Compare identity with `===`, because the diff of two operations in a failure message would not help.
      expect(bound?.operation === operation, `${name}.${key} is served by its own action`).toBe(true)
    }
})

test('a module must have the actions of its operations and no others', () => {
  const wrong = [
    // @ts-expect-error an operation has no action
    () => defineModule({ name: 'site', actions: {} }),
    // @ts-expect-error the contract has no such operation
    () => defineModule({ name: 'site', actions: { get: getSite, put: getSite } }),
    // @ts-expect-error the action of another operation
    () => defineModule({ name: 'site', actions: { get: searchEverywhere } }),
    // @ts-expect-error a module that the contract does not have
    () => defineModule({ name: 'weather', actions: { get: getSite } }),
    // @ts-expect-error a module of the contract without any action
    () => defineModule({ name: 'site' }),
  ]
  for (const define of wrong) expect(define).toThrow(/is not bound to the operation/)
})

test('two operations of the same types are told apart', () => {
  const { actions } = modules.companiesModule
  const swapped = { ...actions, removeLogo: removePhoto, removePhoto: removeLogo }
  expect(() => defineModule({ name: 'companies', actions: swapped as never })).toThrow(/companies\.removeLogo/)
})

test('a module of the contract that is not in the list keeps the process from starting', () => {
  expect(() => composeModules(declared.filter((m) => m.name !== 'time'))).toThrow(/time/)
})

test('an action that does not fit its operation does not compile', () => {
  const { site, search } = contract
  // @ts-expect-error the output has a wrong type
  action(site.get, () => ({ publishableKey: 1, suggestions: true, brand: { shortName: '', longName: '' } }))
  // @ts-expect-error a field of the output is missing
  action(search.everywhere, async () => ({ items: [] }))
  // @ts-expect-error the input has no such field
  action(search.everywhere, (_, { words }) => ({ items: [], instead: words }))
  // @ts-expect-error anybody may call it, so there is no actor
  action(site.get, ({ platform, actor }) => getSite['~orpc'].handler({ platform, actor } as never))
  action(search.everywhere, ({ actor }, { q }) => ({ items: [], instead: `${actor.userId} ${q}` }))
})
