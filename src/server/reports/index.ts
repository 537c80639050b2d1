// The declaration of the module. It reports on the data of other modules, and none of them calls it.

import { defineModule } from '../platform/module.ts'
import { reportsExport } from './company-export.ts'
import { createReportDocument } from './create-report-document.ts'
import { reportDocumentTemplate } from './document-template.ts'
import { exportReport } from './export.ts'
import { getReport } from './get.ts'
import { countReports, reconcileReports, sendMonthReport, sendReports } from './jobs.ts'
import { listReportMails, listReportSends } from './mails.ts'
import { reportNotifier } from './notices.ts'
import { previewMonthMail } from './preview.ts'
import { removeMail, setMailAction } from './set-mail.ts'

export const reportsModule = defineModule({
  name: 'reports',
  actions: {
    get: getReport,
    paper: createReportDocument,
    mails: listReportMails,
    setMail: setMailAction,
    removeMail,
    preview: previewMonthMail,
    sends: listReportSends,
  },
  routes: [exportReport],
  jobs: [sendMonthReport],
  schedules: [countReports, reconcileReports, sendReports],
  notifiers: [reportNotifier],
  documents: { report: reportDocumentTemplate },
  companyExport: reportsExport,
})
