/** Tools that MSPs use: suggestions for the profile, and the canonical spelling of each name. */
export const TOOLS: readonly { name: string; category: string }[] = (
  [
    [
      'PSA',
      'Autotask, ConnectWise PSA, HaloPSA, Kaseya BMS, Syncro, SuperOps, Atera, Zendesk, Freshservice, ServiceNow',
    ],
    [
      'RMM',
      'NinjaOne, Datto RMM, ConnectWise Automate, ConnectWise RMM, Kaseya VSA, N-able N-central, N-able N-sight, Action1, Level, Pulseway, Addigy, Jamf, Mosyle, Intune',
    ],
    [
      'Microsoft 365',
      'Microsoft 365, Microsoft Teams, SharePoint, Entra ID, Exchange Online, Azure, Power Automate, Partner Center, CIPP, Nerdio, AvePoint',
    ],
    ['Google', 'Google Workspace'],
    ['Documentation', 'IT Glue, Hudu, Confluence, Notion, Liongard, ScalePad Lifecycle Manager'],
    ['Backup', 'Veeam, Datto BCDR, Acronis, Axcient, Cove Data Protection, Afi, Dropsuite, MSP360'],
    [
      'Security',
      'Huntress, SentinelOne, CrowdStrike, Microsoft Defender, Sophos, Bitdefender, ThreatLocker, Blackpoint Cyber, Arctic Wolf, RocketCyber, Duo, Keeper, 1Password, Bitwarden, KnowBe4, Mimecast, Proofpoint, Avanan, INKY, Perimeter 81',
    ],
    ['Network', 'Cisco Meraki, Fortinet, SonicWall, WatchGuard, Ubiquiti UniFi, Auvik, Domotz, Cloudflare'],
    [
      'Licenses and quoting',
      'Pax8, Ingram Micro, TD SYNNEX, Sherweb, AppRiver, ConnectWise CPQ, Quoter, Salesbuildr, Zomentum',
    ],
    [
      'Billing',
      'QuickBooks Online, Xero, Sage Intacct, Stripe, ConnectBooster, FlexPoint, Alternative Payments, Gradient MSP',
    ],
    ['Voice', '3CX, RingCentral, Zoom Phone, Dialpad, Nextiva, 8x8, Twilio, GoTo Connect'],
    ['Sales and feedback', 'HubSpot, Salesforce, Pipedrive, Apollo, SmileBack, CrewHu, Customer Thermometer'],
    ['Automation', 'Rewst, n8n, Zapier, Make, MSPbots, Power BI, BrightGauge, Cognition360'],
    ['Remote access', 'ScreenConnect, Splashtop, TeamViewer, AnyDesk, BeyondTrust'],
    ['Messaging', 'Slack, Thread, Intercom'],
  ] as const
).flatMap(([category, names]) => names.split(', ').map((name) => ({ name, category })))

const spelled = new Map(TOOLS.map(({ name }) => [name.toLowerCase(), name]))

/**
 * Returns the tools without duplicates, ignoring case, and well-known ones in their canonical spelling. Keeps the
 * order.
 */
export function cleanTools(names: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const name of names) {
    const key = name.toLowerCase()
    if (!seen.has(key)) seen.set(key, spelled.get(key) ?? name)
  }
  return [...seen.values()]
}
