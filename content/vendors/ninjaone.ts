import type { Vendor } from './shape.ts'

/** Facts about NinjaOne. */
export const ninjaone = {
  name: 'NinjaOne',
  sites: ['ninjaone.com'],
  facts: {
    scriptRuns: {
      text: 'To run a script through the NinjaOne API, a technician must sign in (authorization code with refresh token). Client credentials are not enough.',
      // It quotes the API's answer to client credentials: "user_context_required".
      source: 'https://github.com/homotechsual/NinjaOne/issues/90',
      by: 'integrator',
      checked: '2026-11-29',
    },
    userContext: {
      text: 'NinjaOne endpoints that need a user, such as script runs, work with the authorization code grant, and the refresh token needs the `offline_access` scope.',
      source:
        'https://nango.dev/docs/api-integrations/ninjaone-rmm-oauth2/how-to-register-your-own-ninjaone-rmm-api-oauth-app',
      by: 'integrator',
      checked: '2026-11-25',
    },
    administrator: {
      text: 'Only a system administrator of NinjaOne can create the API client.',
      source: 'https://www.ninjaone.com/docs/application-programming-interface-api/oauth-token-configuration',
      by: 'vendor',
      checked: '2026-11-25',
    },
    failedPatches: {
      text: 'NinjaOne lists failed Windows updates in its patch installation history, not among the current patches.',
      source: 'https://github.com/tiredithumans/ninjaone-patch-toolkit/releases/tag/v0.6.1',
      by: 'integrator',
      checked: '2026-11-25',
    },
    webhook: {
      text: 'NinjaOne sends events to one webhook per API client, which is set up through the API.',
      source:
        'https://raw.githubusercontent.com/api-evangelist/ninjaone/main/collections/ninjaone-webhooks-api.opencollection.json',
      by: 'integrator',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
