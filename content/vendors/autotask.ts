import type { Vendor } from './shape.ts'

/** Facts about Autotask PSA. */
export const autotask = {
  name: 'Autotask PSA',
  sites: ['autotask.net', 'kaseya.com'],
  facts: {
    hourlyLimit: {
      text: 'Autotask allows 10,000 API requests an hour for your whole tenant, shared by all integrations.',
      source: 'https://autotask.net/help/developerhelp/content/apis/SOAP/General_Topics/SOAP_Thresholds_Limits.htm',
      checked: '2026-11-28',
    },
    slowdown: {
      text: 'Autotask answers more slowly once half of the hourly requests are used, and blocks all integrations when they are used up.',
      // Read as integrators quote it from this page.
      source: 'https://ww1.autotask.net/help/DeveloperHelp/Content/APIs/REST/General_Topics/REST_Thresholds_Limits.htm',
      checked: '2026-11-29',
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
    attachments: {
      text: 'The Autotask API accepts attachments of 6 to 7 MB each, and 10,000,000 bytes in five minutes.',
      source: 'https://ww1.autotask.net/help/DeveloperHelp/Content/APIs/REST/General_Topics/REST_Thresholds_Limits.htm',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
