import { afterAll, expect, test, vi } from 'vitest'
import {
  Client,
  ClientFilter,
  Contact,
  ContactFilter,
  contacts,
  EditClient,
  EditContact,
} from '../src/contract/contacts/index.ts'

// The modules below are made for a browser and use this global while loading.
vi.stubGlobal('addEventListener', () => {})
afterAll(() => vi.unstubAllGlobals())
const { toContactInputs } = await import('../src/web/portal/contacts/contact-field.tsx')
const { contactFields, contactFilters, editableContactFields, merged } = await import(
  '../src/web/portal/contacts/fields.tsx'
)
const { clientFields, clientFilters } = await import('../src/web/portal/contacts/client-fields.tsx')

const without = (shape: object, ...names: string[]) =>
  Object.keys(shape)
    .filter((key) => !names.includes(key))
    .sort()
const inputs = (fields: Record<string, { edit?: { input?: string } }>) =>
  Object.entries(fields)
    .flatMap(([key, { edit }]) => (edit ? [edit.input ?? key] : []))
    .sort()

test('every field of a contact has its place on the screens', () => {
  // Ids and versions are not shown. The email column shows `mail`. `can` is about the reader.
  expect(Object.keys(contactFields).sort(), 'Declare it in src/web/portal/contacts/fields.tsx.').toEqual(
    without(Contact.shape, 'id', 'version', 'mail', 'can'),
  )
  expect(inputs(contactFields)).toEqual(without(EditContact.shape, 'id', 'version'))
  expect(Object.keys(contactFilters).sort()).toEqual(without(ContactFilter.shape, 'q', 'sort', 'order'))
  const asked = contacts.merge['~orpc'].inputSchema?.shape.take.unwrap().shape ?? {}
  expect(merged.map((field) => field.key).sort()).toEqual(without(asked))
})

test('every field of a client has its place on the screens', () => {
  expect(Object.keys(clientFields).sort(), 'Declare it in src/web/portal/contacts/client-fields.tsx.').toEqual(
    without(Client.shape, 'id', 'version', 'can'),
  )
  expect(inputs(clientFields)).toEqual(without(EditClient.shape, 'id', 'version'))
  expect(Object.keys(clientFilters).sort()).toEqual(without(ClientFilter.shape, 'q', 'sort', 'order'))
})

test('the form sends the id of a chosen record, and only changed fields', () => {
  const client = { id: 'c1', name: 'North' }
  expect(toContactInputs(contactFields, { title: '', client, company: client })).toEqual({ title: '', clientId: 'c1' })
  expect(toContactInputs(contactFields, { client: null })).toEqual({ clientId: null })
})

test('the form and a merge have the fields in the same order', () => {
  const order = ['fullName', 'email', 'phone', 'title', 'client']
  expect(editableContactFields.map(({ key }) => key)).toEqual([...order, 'notes'])
  expect(merged.map(({ key }) => key)).toEqual(order)
})
