// The type that every file of this folder exports: rows for one module's tables, which the isolation tests try to read.
import type { TestServer, World } from '../harness/server.ts'

export type Setting = { server: TestServer; db: TestServer['db']; world: World }
type CompanySetting = Setting & { of: World['north'] }

/** Inserts at least one row into each of a module's tables that have row-level security. */
export type Samples = {
  /** Rows of the provider. All modules insert these first. */
  ofProvider?: (setting: Setting) => Promise<void>
  /** Rows of a partner, for two partners in turn. */
  ofCompany?: (setting: CompanySetting) => Promise<void>
}
