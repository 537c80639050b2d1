// Fields, roles and errors that several files of this module share.
import { z } from 'zod'

/** requested: bought or agreed on, and setup has not started. failing: live, with too many failed runs or no runs. */
export const INSTALLATION_STATES = ['requested', 'provisioning', 'live', 'failing', 'paused', 'retired'] as const
const RUN_STATES = ['succeeded', 'failed', 'skipped'] as const
export const InstallationStatus = z.enum(INSTALLATION_STATES, 'Choose a status.')
export const RunStatus = z.enum(RUN_STATES, 'Choose succeeded, failed or skipped.')
export const tag = 'automations'
