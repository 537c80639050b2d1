import type { Vendor } from './shape.ts'

/** What the documentation says about the API of Autotask PSA. */
export const autotask = {
  name: 'Autotask PSA',
  facts: {
    hourlyLimit: {
      text: 'Autotask allows 10,000 API requests in any 60 minutes, shared by all integrations of your tenant.',
      source: 'https://docs.mspintegrations.com/documentation/integrations/autotask/api-threshold',
      checked: '2026-11-25',
    },
    slowdown: {
      text: 'Autotask answers more slowly once half of the hourly requests are used, and blocks all integrations when they are used up.',
      source: 'https://kb.clouddepot.com/knowledge/understanding-autotask-api-limits',
      checked: '2026-11-25',
    },
    threads: {
      text: 'An Autotask integration made since 2023 can send three requests at a time to each kind of record.',
      source: 'https://ww2.autotask.net/help/developerhelp/content/apis/General/ThreadLimiting.htm',
      checked: '2026-11-25',
    },
    webhookRight: {
      text: 'Creating webhooks is off for all security levels in Autotask until an administrator allows it.',
      source: 'https://help.saasalerts.kaseya.com/help/Content/Integrations/autotask-webhook-integration.htm',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
