// Defines what a module declares, and combines the declarations of all modules.
import type { AnyContractProcedure } from '@orpc/contract'
import type { AnyProcedure, Router } from '@orpc/server'
import { type Contract, contract } from '../../contract/index.ts'
import type { DocumentTemplates } from './documents/document-templates.ts'
import type { ActionItemSource } from './events/action-items.ts'
import type { Notifier } from './events/notifiers.ts'
import type { CompanyExport } from './files/company-export.ts'
import type { Action } from './http/action.ts'
import type { Context } from './http/api.ts'
import type { OpenRoute, PlainRoute } from './http/plain.ts'
import type { JobDefinition, ScheduleDefinition } from './jobs/jobs.ts'
import { sweepPlatformTables } from './jobs/sweep.ts'
import { sendQueued } from './mail/mail-queue.ts'
import type { Platform } from './platform.ts'
import type { SearchProvider } from './search/search-providers.ts'

type Parts = {
  /** Routes under /api/v1 that are not in the contract: uploads, downloads, CSV. */
  routes: PlainRoute[]
  /** Routes outside /api: webhooks and pages that need no access token. */
  openRoutes: OpenRoute[]
  jobs: JobDefinition<Platform, never>[]
  schedules: ScheduleDefinition<Platform>[]
  /** Notify people about the module's events. */
  notifiers: Notifier[]
  /** Find records of the module for the command palette. */
  search: SearchProvider[]
  /** List what needs a user's attention in the module. */
  actionItems: ActionItemSource[]
  /** Describe the module's PDF documents, by kind. */
  documents: DocumentTemplates
  /** The module's part of the company export. */
  companyExport: CompanyExport
}
/** A declared module. */
export type Module = { name: string; actions: Record<string, AnyProcedure> } & Parts

/**
 * An action for each operation of a module, by the operation's key in the contract. A module without operations has
 * none.
 */
type ActionsOf<Name extends string> = Name extends keyof Contract
  ? {
      actions: {
        [Key in keyof Contract[Name]]: Contract[Name][Key] extends infer P extends AnyContractProcedure
          ? Action<P>
          : never
      }
    }
  : { actions?: undefined }
/** A declaration without the types of the schemas, which are not needed here. */
type Declared = { name: string; actions?: Record<string, AnyProcedure & { operation: unknown }> } & Partial<Parts>

/**
 * Declares a module and returns it. Does not compile when an operation of the contract has no action, or an action has
 * no operation in the contract. Throws when an action is bound to another operation.
 */
export function defineModule<Name extends string>(declared: { name: Name } & ActionsOf<Name> & Partial<Parts>): Module {
  const { name, actions = {}, ...parts }: Declared = declared
  // The compiler cannot distinguish two operations with the same types, so compare them at run time.
  const operations: Record<string, unknown> = name in contract ? contract[name as keyof Contract] : {}
  for (const key of new Set([...Object.keys(operations), ...Object.keys(actions)]))
    if (operations[key] === undefined || actions[key]?.operation !== operations[key])
      throw new Error(`The action ${name}.${key} is not bound to the operation ${name}.${key} of the contract.`)
  return {
    name,
    actions,
    routes: [],
    openRoutes: [],
    jobs: [],
    schedules: [],
    notifiers: [],
    search: [],
    actionItems: [],
    documents: {},
    companyExport: {},
    ...parts,
  }
}

/** Returns the combined declarations of modules, in their order. Throws when a module of the contract is missing. */
export function composeModules(modules: Module[]) {
  const missing = Object.keys(contract).filter((name) => !modules.some((m) => m.name === name))
  if (missing.length > 0) throw new Error(`No module is declared for ${missing.join(', ')} of the contract.`)
  return {
    // Each module was checked against the contract when it was defined, and none is missing.
    router: Object.fromEntries(modules.map((m) => [m.name, m.actions])) as unknown as Router<Contract, Context>,
    plainRoutes: modules.flatMap((m) => m.routes),
    openRoutes: modules.flatMap((m) => m.openRoutes),
    jobDefinitions: [...modules.flatMap((m) => m.jobs), sendQueued],
    schedules: [...modules.flatMap((m) => m.schedules), sweepPlatformTables],
    notifiers: modules.flatMap((m) => m.notifiers),
    searchProviders: modules.flatMap((m) => m.search),
    actionItemSources: modules.flatMap((m) => m.actionItems),
    documentTemplates: Object.assign({}, ...modules.map((m) => m.documents)) as DocumentTemplates,
    companyExports: modules.map((m) => m.companyExport),
  }
}
