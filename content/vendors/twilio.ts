import type { Vendor } from './shape.ts'

/** Facts about Twilio. */
export const twilio = {
  name: 'Twilio',
  sites: ['twilio.com'],
  facts: {
    campaignReview: {
      text: 'Twilio reviews every new text messaging campaign (A2P 10DLC) manually before approval.',
      source: 'https://support.twilio.com/hc/en-us/articles/11587910480155-A2P-10DLC-Campaign-Vetting-FAQ',
      checked: '2026-11-25',
    },
    brand: {
      text: 'A standard A2P 10DLC brand needs an EIN or another national tax ID.',
      source: 'https://www.twilio.com/docs/messaging/compliance/a2p-10dlc/onboarding-isv-api',
      checked: '2026-11-25',
    },
    stop: {
      text: 'When someone answers STOP, Twilio sends nothing more from that number until the person opts in again.',
      source: 'https://www.twilio.com/docs/proxy/opt-out-keywords',
      checked: '2026-11-25',
    },
    recordingConsent: {
      text: 'Some states require the consent of every participant before a call is recorded.',
      source:
        'https://support.twilio.com/hc/en-us/articles/360011522553-Legal-Considerations-with-Recording-Voice-and-Video-Communications',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
