import type { Vendor } from './shape.ts'

/**
 * Microsoft Graph, Entra ID, Active Directory, Intune, Exchange Online, SharePoint, Teams, Power Automate, Sentinel and
 * Partner Center.
 */
export const microsoft = {
  name: 'Microsoft',
  sites: ['microsoft.com', 'github.com/MicrosoftDocs', 'github.com/microsoftgraph'],
  facts: {
    autopilotBatch: {
      text: 'To create an Autopilot device batch in Partner Center, an app needs the sign-in of a partner user. The app alone is not enough.',
      source:
        'https://learn.microsoft.com/en-us/partner-center/developer/upload-a-list-of-devices-to-create-a-new-batch-for-the-specified-customer',
      checked: '2026-11-25',
    },
    autopilotDevice: {
      text: 'Partner Center identifies a device by its hardware hash, its product key, or its serial number with manufacturer and model name.',
      source:
        'https://learn.microsoft.com/en-ca/partner-center/developer/upload-a-list-of-devices-to-create-a-new-batch-for-the-specified-customer',
      checked: '2026-11-25',
    },
    syncedUserDisable: {
      text: 'If a user is synced from Active Directory, Microsoft says to disable the account and reset its password there first.',
      source: 'https://learn.microsoft.com/en-us/entra/identity/users/users-revoke-access',
      checked: '2026-11-25',
    },
    syncedUserFields: {
      text: 'If a user is synced from Active Directory, identity, contact and job details must be changed there.',
      source:
        'https://github.com/MicrosoftDocs/entra-docs/blob/main/docs/fundamentals/how-to-manage-user-profile-info.yml',
      checked: '2026-11-29',
    },
    accessTokenLifetime: {
      text: 'By default, an access token from Entra ID lasts for one hour.',
      source: 'https://learn.microsoft.com/en-us/entra/identity/users/users-revoke-access',
      checked: '2026-11-25',
    },
    appSessions: {
      text: 'Entra ID cannot revoke a session that an application issued itself.',
      source: 'https://learn.microsoft.com/en-us/entra/identity/users/users-revoke-access',
      checked: '2026-11-25',
    },
    wipeNeedsInternet: {
      text: 'A wipe starts only when the device is connected to the internet, and wiped data cannot be recovered.',
      source: 'https://learn.microsoft.com/en-us/entra/identity/users/users-revoke-access',
      checked: '2026-11-25',
    },
    jsonBatch: {
      text: 'A JSON batch in Microsoft Graph combines up to 20 requests.',
      source: 'https://learn.microsoft.com/en-ca/graph/json-batching',
      checked: '2026-11-25',
    },
    throttling: {
      text: 'Microsoft Graph answers 429 above its limits and suggests how long to wait.',
      source: 'https://learn.microsoft.com/en-my/graph/throttling',
      checked: '2026-11-25',
    },
    sharedMailboxLicense: {
      text: 'A shared mailbox needs an Exchange Online Plan 2 license if it holds more than 50 GB, uses in-place archiving or is on litigation hold.',
      source:
        'https://github.com/MicrosoftDocs/microsoft-365-docs/blob/public/microsoft-365/admin/email/remove-license-from-shared-mailbox.md',
      checked: '2026-11-25',
    },
    unlicensedOneDrive: {
      text: 'Outside education and government tenants, Microsoft archives a OneDrive or moves it to the recycle bin 93 days after its license is removed.',
      // Read in a copy of the source of this page.
      source: 'https://learn.microsoft.com/en-us/sharepoint/unlicensed-onedrive-accounts',
      checked: '2026-11-30',
    },
    gdapDuration: {
      text: 'A GDAP relationship lasts for two years at most, and a request that the client does not answer expires after 90 days.',
      source: 'https://learn.microsoft.com/partner-center/dap-faq',
      checked: '2026-11-25',
    },
    gdapAutoExtend: {
      text: 'Auto-extend moves the end of a GDAP relationship by six months, without a new approval by the client.',
      source:
        'https://learn.microsoft.com/en-us/partner-center/expiring-gdap-relationships-and-auto-extend-gdap?source=recommendations',
      checked: '2026-11-25',
    },
    gdapGlobalAdministrator: {
      text: 'Auto-extend does not work for a GDAP relationship that includes Global Administrator.',
      source:
        'https://learn.microsoft.com/en-us/partner-center/customers/expiring-gdap-relationships-and-auto-extend-gdap',
      checked: '2026-11-25',
    },
    cancellationWindow: {
      text: 'A license-based subscription can be canceled within seven days of purchase. The window opens again when it renews into a new term.',
      source: 'https://learn.microsoft.com/en-us/partner-center/customers/new-commerce-cancellation-policy',
      checked: '2026-11-25',
    },
    partnerBilling: {
      text: 'The partner billing API of Microsoft Graph is for direct partners in the Cloud Solution Provider program.',
      source: 'https://learn.microsoft.com/en-us/graph/api/resources/partners-billing-api-overview',
      checked: '2026-11-25',
    },
    usageDelay: {
      text: 'Daily-rated Azure usage normally takes 24 hours to appear in Partner Center.',
      source: 'https://learn.microsoft.com/en-us/graph/api/resources/partners-billing-api-overview',
      checked: '2026-11-25',
    },
    concealedNames: {
      text: 'Microsoft 365 usage reports conceal the names of users, groups and sites by default; a global administrator can show them.',
      source:
        'https://techcommunity.microsoft.com/t5/microsoft-365-blog/privacy-changes-and-api-support-for-microsoft-365-usage-reports/ba-p/3535694',
      checked: '2026-11-25',
    },
    mailGroups: {
      text: 'Distribution groups and mail-enabled security groups are read-only in Microsoft Graph.',
      source: 'https://learn.microsoft.com/en-us/graph/office365-groups-concept-overview',
      checked: '2026-11-25',
    },
    activityDays: {
      text: 'The Office 365 Management Activity API returns audit events of the last seven days.',
      source:
        'https://learn.microsoft.com/office/office-365-management-api/troubleshooting-the-office-365-management-activity-api',
      checked: '2026-11-25',
    },
    activityOrder: {
      text: 'The Office 365 Management Activity API needs unified auditing in the tenant. It does not guarantee the order of events.',
      source:
        'https://learn.microsoft.com/office/office-365-management-api/office-365-management-activity-api-reference',
      checked: '2026-11-25',
    },
    versionTrim: {
      text: 'File versions that a SharePoint trim job deletes cannot be recovered from the recycle bin.',
      source:
        'https://learn.microsoft.com/en-us/powershell/module/sharepoint-online/new-spositefileversionbatchdeletejob',
      checked: '2026-11-25',
    },
    flowOwner: {
      text: 'Power Automate can change the owner of a flow only if the flow is in a solution.',
      source: 'https://learn.microsoft.com/en-gb/power-automate/change-cloud-flow-owner',
      checked: '2026-11-25',
    },
    provisioningAgent: {
      text: 'API-driven provisioning to Active Directory needs the provisioning agent on a Windows server.',
      source:
        'https://learn.microsoft.com/en-us/azure/active-directory/app-provisioning/inbound-provisioning-api-configure-app',
      checked: '2026-11-25',
    },
    signInLogs: {
      text: 'Microsoft Graph returns sign-in logs only in tenants with Entra ID P1 or P2.',
      source: 'https://learn.microsoft.com/graph/api/resources/signin',
      checked: '2026-11-25',
    },
    deviceGroups: {
      text: 'An app that adds devices to a group needs `GroupMember.ReadWrite.All` and `Device.ReadWrite.All`.',
      source: 'https://learn.microsoft.com/graph/api/group-post-members',
      checked: '2026-11-28',
    },
    nestedGroups: {
      text: 'Group-based licensing does not support nested groups; only direct members of the group receive the license.',
      source: 'https://docs.microsoft.com/en-us/azure/active-directory/active-directory-licensing-group-advanced',
      checked: '2026-11-25',
    },
    registrationReport: {
      text: 'The report of registered sign-in methods needs the permission `AuditLog.Read.All`.',
      source: 'https://learn.microsoft.com/en-us/graph/api/userregistrationdetails-get?view=graph-rest-1.0&tabs=http',
      checked: '2026-11-25',
    },
    exchangeScripts: {
      text: 'Unattended scripts connect to Exchange Online PowerShell with an app and a certificate.',
      source:
        'https://github.com/MicrosoftDocs/office-docs-powershell/blob/main/exchange/docs-conceptual/app-only-auth-powershell-v2.md',
      checked: '2026-11-25',
    },
    mailboxScope: {
      text: 'By default, an app with application permissions for mail or calendars can access every mailbox of the organization.',
      source:
        'https://github.com/microsoftgraph/microsoft-graph-docs-contrib/blob/main/concepts/auth-limit-mailbox-access.md',
      checked: '2026-11-29',
    },
    subscriptionExpiry: {
      text: 'A Microsoft Graph subscription to a mailbox expires after a few days unless the app renews it.',
      source:
        'https://github.com/microsoftgraph/microsoft-graph-docs-contrib/blob/main/api-reference/v1.0/resources/subscription.md',
      checked: '2026-11-29',
    },
    selectedSites: {
      text: 'With `Sites.Selected`, an app has access only to the sites that an administrator assigns to it.',
      source:
        'https://github.com/microsoftgraph/microsoft-graph-docs-contrib/blob/main/concepts/permissions-selected-overview.md',
      checked: '2026-11-29',
    },
    botInstallation: {
      text: 'A Teams bot can start a conversation only after it is installed for the person or in one of their teams.',
      source:
        'https://github.com/MicrosoftDocs/msteams-docs/blob/main/msteams-platform/graph-api/proactive-bots-and-messages/graph-proactive-bots-and-messages.md',
      checked: '2026-11-29',
    },
    messageCenter: {
      text: 'Microsoft Graph lists the message center posts of one tenant, up to 1,000 per page.',
      source:
        'https://github.com/microsoftgraph/microsoft-graph-docs-contrib/blob/main/api-reference/v1.0/api/serviceannouncement-list-messages.md',
      checked: '2026-11-29',
    },
    serviceHealth: {
      text: 'Microsoft Graph lists the service issues of one tenant to an app with `ServiceHealth.Read.All`.',
      source:
        'https://github.com/microsoftgraph/microsoft-graph-docs-contrib/blob/main/api-reference/v1.0/api/serviceannouncement-list-issues.md',
      checked: '2026-11-29',
    },
    intuneLicense: {
      text: 'The Microsoft Graph API for Intune needs an active Intune license in the tenant.',
      source:
        'https://github.com/microsoftgraph/microsoft-graph-docs-contrib/blob/main/api-reference/v1.0/api/intune-devices-manageddevice-syncdevice.md',
      checked: '2026-11-29',
    },
    logRetention: {
      text: 'Entra ID keeps audit logs for 30 days with a P1 or P2 license, and for seven days without one.',
      source:
        'https://github.com/MicrosoftDocs/entra-docs/blob/main/docs/identity/monitoring-health/reference-reports-data-retention.md',
      checked: '2026-11-29',
    },
    domainRemoval: {
      text: 'A domain cannot be deleted from Entra ID while an address of a user or group, or the URI of an app, includes it.',
      source: 'https://github.com/MicrosoftDocs/entra-docs/blob/main/docs/identity/users/domains-manage.md',
      checked: '2026-11-29',
    },
    lastLogon: {
      text: 'Active Directory updates `lastLogonTimestamp` at sign-in only if it is older than the sync interval of the domain.',
      source: 'https://github.com/MicrosoftDocs/win32/blob/docs/desktop-src/ADSchema/a-lastlogontimestamp.md',
      checked: '2026-11-29',
    },
    gdapGroups: {
      text: 'GDAP roles are assigned to security groups in the tenant of the partner.',
      source:
        'https://github.com/microsoftgraph/microsoft-graph-docs-contrib/blob/main/api-reference/v1.0/resources/delegatedadminaccesscontainer.md',
      checked: '2026-11-29',
    },
    governanceReports: {
      text: 'The data access governance reports are part of SharePoint Advanced Management.',
      source:
        'https://github.com/MicrosoftDocs/OfficeDocs-SharePoint/blob/public/SharePoint/SharePointOnline/advanced-management.md',
      checked: '2026-11-29',
    },
    restrictedDiscovery: {
      text: 'For a site with more than 500,000 items, restricted content discovery can take over a week to apply.',
      // Read in a copy of the source of this page.
      source: 'https://learn.microsoft.com/en-us/sharepoint/restricted-content-discovery',
      checked: '2026-11-29',
    },
    sentinelHealth: {
      text: 'Sentinel records the health of its connectors in the table `SentinelHealth`.',
      source: 'https://github.com/MicrosoftDocs/azure-docs/blob/main/articles/sentinel/health-audit.md',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
