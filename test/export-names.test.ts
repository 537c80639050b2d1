// A code has the same label on screens, in CSV files and in exports.
import { expect, test } from 'vitest'
import * as agreementNames from '../src/server/agreements/company-export.ts'
import * as automationNames from '../src/server/automations/words.ts'
import * as billingNames from '../src/server/billing/company-export.ts'
import * as hourNames from '../src/server/hours/company-export.ts'
import * as projectNames from '../src/server/projects/company-export.ts'
import * as ticketNames from '../src/server/tickets/words.ts'
import * as timeNames from '../src/server/time/company-export.ts'
import { termChoices } from '../src/web/portal/agreements/form-model.ts'
import * as agreementWords from '../src/web/portal/agreements/model.ts'
import * as automationWords from '../src/web/portal/automations/model.ts'
import * as billingWords from '../src/web/portal/billing/model.ts'
import * as hourWords from '../src/web/portal/hours/words.ts'
import * as projectWords from '../src/web/portal/projects/model.ts'
import * as ticketWords from '../src/web/portal/tickets/facts/labels.ts'
import * as timeWords from '../src/web/portal/time/labels.ts'

test('CSV files and exports use the same names as the screens', () => {
  const label = <T extends Record<string, { label: string }>>(of: T) =>
    Object.fromEntries(Object.entries(of).map(([k, v]) => [k, v.label]))
  expect(ticketNames.PRIORITY_NAMES).toEqual(ticketWords.priorityLabels)
  expect(ticketNames.TICKET_CATEGORY_NAMES).toEqual(ticketWords.ticketCategoryLabels)
  expect(ticketNames.TICKET_SOURCE_NAMES).toEqual(ticketWords.ticketSourceLabels)
  expect(ticketNames.IMPACT_NAMES).toEqual(label(ticketWords.impactLabels))
  expect(ticketNames.URGENCY_NAMES).toEqual(label(ticketWords.urgencyLabels))
  expect(ticketNames.TICKET_STATUS_NAMES).toEqual(
    Object.fromEntries(ticketWords.ticketStatuses.map((s) => [s, ticketWords.getStatusLook(s, 'staff').label])),
  )
  expect(agreementNames.TERM_CHOICES).toEqual(termChoices)
  expect(agreementNames.AGREEMENT_TYPES).toEqual(agreementWords.agreementTypeLabels)
  expect(hourNames.LEDGER).toEqual(hourWords.ledgerKindLabels)
  expect(hourNames.BLOCK_SOURCES).toEqual(hourWords.blockSourceLabels)
  expect(billingNames.ORDER_SOURCES).toEqual(billingWords.orderSourceLabels)
  expect(billingNames.ORDER_STATUS_NAMES).toEqual(label(billingWords.orderLooks))
  expect(billingNames.INVOICES).toEqual(label(billingWords.invoiceStatusLooks))
  expect(projectNames.PROJECTS).toEqual(label(projectWords.projectStatusLooks))
  expect(projectNames.TASKS).toEqual(label(projectWords.taskLooks))
  expect(projectNames.HEALTH).toEqual(label(projectWords.healthLooks))
  expect(automationNames.AUTOMATIONS).toEqual(label(automationWords.automationStatusLooks))
  expect(projectWords.automationStatusLabels).toEqual(automationNames.AUTOMATIONS)
  expect(automationNames.RUNS).toEqual(label(automationWords.runLooks))
  expect(automationNames.CONNECTIONS).toEqual(label(automationWords.connectionLooks))
  expect(timeNames.WORK).toEqual(timeWords.workLabels)
  expect(timeNames.FREE).toEqual(timeWords.freeLabels)
})
