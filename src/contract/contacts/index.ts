// Operations on contacts and clients of a company.

import { clientOperations } from './clients.ts'
import { contactOperations } from './contacts.ts'
import { importOperations } from './imports.ts'

export { Client, ClientFilter, ClientName, ClientRow, EditClient, NewClient } from './clients.ts'
export { Contact, ContactFields, ContactFilter, ContactRow, EditContact, NewContact } from './contacts.ts'
export { NOTES_MAX } from './fields.ts'
export {
  ContactImport,
  IMPORT_MAX_BYTES,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_ROWS,
  ImportCounts,
  ImportDetail,
  ImportField,
  ImportPlan,
  ImportPreview,
  ImportProblem,
} from './imports.ts'

export const contacts = {
  ...contactOperations,
  ...clientOperations,
  ...importOperations,
}
