import type { Vendor } from './shape.ts'

/** Facts about NinjaOne. */
export const ninjaone = {
  name: 'NinjaOne',
  sites: ['ninjaone.com', 'ninjarmm.com'],
  facts: {
    scriptRuns: {
      text: 'In NinjaOne, running a script needs the scope “Management”.',
      // Read in a copy of this page.
      source: 'https://app.ninjarmm.com/apidocs-beta/authorization/create-applications/machine-to-machine-apps',
      checked: '2026-11-29',
    },
    userGrants: {
      text: 'To lower risk, NinjaOne recommends allowing only grant types in which an app acts for a user.',
      source: 'https://www.ninjaone.com/docs/application-programming-interface-api/oauth-token-configuration',
      checked: '2026-11-29',
    },
    refreshToken: {
      text: 'NinjaOne issues a refresh token only with the authorization code grant and the `offline_access` scope.',
      // Read as integrators quote it from this page.
      source: 'https://app.ninjarmm.com/apidocs-beta/authorization/refresh-tokens',
      checked: '2026-11-29',
    },
    administrator: {
      text: 'Only a system administrator of NinjaOne can create the API client.',
      source: 'https://www.ninjaone.com/docs/application-programming-interface-api/oauth-token-configuration',
      checked: '2026-11-25',
    },
    failedPatches: {
      text: 'NinjaOne lists failed Windows updates in its patch installation history, not among the current patches.',
      // NinjaOne's OpenAPI file, read in clients that were generated from it.
      source: 'https://app.ninjarmm.com/apidocs/NinjaRMM-API-v2.json',
      checked: '2026-11-29',
    },
    webhook: {
      text: 'NinjaOne sends events to one webhook per API client, which is set up through the API.',
      // NinjaOne's OpenAPI file, read in clients that were generated from it.
      source: 'https://app.ninjarmm.com/apidocs/NinjaRMM-API-v2.json',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
