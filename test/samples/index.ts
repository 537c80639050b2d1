// The sample rows of every module that has tables with row-level security.
import { agreementSamples } from './agreements.ts'
import { automationSamples } from './automations.ts'
import { billingSamples } from './billing.ts'
import { companySamples } from './companies.ts'
import { contactSamples } from './contacts.ts'
import { documentSamples } from './documents.ts'
import { fileSamples } from './files.ts'
import { hourSamples } from './hours.ts'
import { leadSamples } from './leads.ts'
import { listSamples } from './lists.ts'
import { marketplaceSamples } from './marketplace.ts'
import { notificationSamples } from './notifications.ts'
import { peopleSamples } from './people.ts'
import { platformSamples } from './platform.ts'
import { projectSamples } from './projects.ts'
import { promptSamples } from './prompts.ts'
import { reportSamples } from './reports.ts'
import { ticketSamples } from './tickets.ts'
import { timeSamples } from './time.ts'

export const samples = [
  agreementSamples,
  automationSamples,
  billingSamples,
  companySamples,
  contactSamples,
  documentSamples,
  fileSamples,
  hourSamples,
  leadSamples,
  listSamples,
  marketplaceSamples,
  notificationSamples,
  peopleSamples,
  platformSamples,
  projectSamples,
  promptSamples,
  reportSamples,
  ticketSamples,
  timeSamples,
]
