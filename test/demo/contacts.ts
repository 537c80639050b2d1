// Clients of the demo's partners and their contacts. All invented: example addresses, 555 numbers.
import type { Platform } from '../../src/server/platform/platform.ts'
import { makeBounce, makeClient, makeContact } from '../factories/contacts.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'
import { idAt } from '../factories/tickets.ts'
import { type DemoEndClient, endClients } from './conversations.ts'

const DAY = 86_400_000

/** Name, title, local part of the mail address (null if unknown), last four digits of the phone number (or null). */
type Person = [name: string, title: string | null, mail: string | null, phone: string | null, notes?: string]
type Details = {
  domain: string
  address: string
  /** Area code of its phone numbers, as in +1 218 555 0100. */
  area: string
  phone: string
  notes?: string
  people: Person[]
}

// More clients than the tickets mention.
const others: DemoEndClient[] = [
  { company: 'northgate', name: 'Superior Street Books', industry: 'Bookstore' },
  { company: 'northgate', name: 'Hawk Ridge Physical Therapy', industry: 'Physical therapy practice' },
  { company: 'northgate', name: 'Iron Range Credit Union', industry: 'Credit union' },
  { company: 'northgate', name: 'Aspen Grove Montessori', industry: 'Private school' },
  { company: 'northgate', name: 'Skyline Roofing Supply', industry: 'Building supply' },
]

const details: Record<string, Details> = {
  'Lakeshore Family Dental': {
    domain: 'lakeshoredental.example',
    address: '1120 London Road\nDuluth, MN 55802',
    area: '218',
    phone: '0110',
    notes:
      'Front desk opens at 7:30. Don’t restart the imaging server between 8 and noon.\nDr. Lindqvist approves spending. Renee handles everything else.',
    people: [
      ['Dr. Karin Lindqvist', 'Owner, dentist', 'klindqvist', '0111'],
      ['Renee Solberg', 'Office manager', 'renee', '0112', 'First person to call. Prefers the phone before noon.'],
      ['Tyler Amundson', 'Hygienist', 'tyler', null],
      ['Front desk', null, 'frontdesk', '0110'],
    ],
  },
  'Harlan & Pruitt LLP': {
    domain: 'harlanpruitt.example',
    address: '332 West Superior Street, Suite 700\nDuluth, MN 55802',
    area: '218',
    phone: '0120',
    notes: 'Everything about litigation matters goes through Judith. Retention: seven years.',
    people: [
      ['Judith Harlan', 'Managing partner', 'jharlan', '0121'],
      ['Everett Pruitt', 'Partner', 'epruitt', '0122'],
      ['Monica Desai', 'Paralegal', 'mdesai', '0123'],
      ['Carl Nyberg', 'Bookkeeper', 'cnyberg', null],
    ],
  },
  'Kessler Precision Machining': {
    domain: 'kesslerprecision.example',
    address: '4701 Airpark Boulevard\nHermantown, MN 55811',
    area: '218',
    phone: '0130',
    notes: 'Two shifts. Machines on the floor network stay off the internet.',
    people: [
      ['Bernd Kessler', 'Owner', 'bernd', '0131'],
      ['Alicia Romero', 'Production planner', 'aromero', '0132'],
      ['Scott Haugen', 'Shop foreman', null, '0133', 'No email. Call the shop.'],
      ['Priscilla Yang', 'Accounts payable', 'pyang', '0134'],
    ],
  },
  'Cedar Valley School District': {
    domain: 'cedarvalleysd.example',
    address: '88 District Drive\nCloquet, MN 55720',
    area: '218',
    phone: '0140',
    notes: 'No changes in the first two weeks of a term.',
    people: [
      ['Dr. Lamar Whitcomb', 'Superintendent', 'lwhitcomb', '0141'],
      ['Ingrid Halvorsen', 'Technology coordinator', 'ihalvorsen', '0142'],
      ['Beth Kowalczyk', 'Business manager', 'bkowalczyk', '0143'],
      ['Jesse Trujillo', 'Registrar', 'jtrujillo', null],
    ],
  },
  'Tri-County Veterinary Hospital': {
    domain: 'tricountyvet.example',
    address: '2150 Highway 2 East\nProctor, MN 55810',
    area: '218',
    phone: '0150',
    people: [
      ['Dr. Samuel Otieno', 'Medical director', 'sotieno', '0151'],
      ['Hannah Bergstrom', 'Practice manager', 'hbergstrom', '0152'],
      ['Luis Carrasco', 'Lead technician', 'lcarrasco', null],
      ['After-hours line', null, null, '0159', 'Calls the vet on call. For outages only.'],
    ],
  },
  'Brightwater Property Management': {
    domain: 'brightwaterpm.example',
    address: '15 Canal Park Drive\nDuluth, MN 55802',
    area: '218',
    phone: '0160',
    people: [
      ['Noelle Fontaine', 'Director of operations', 'nfontaine', '0161'],
      ['Derek Osei', 'Leasing agent', 'dosei', '0162'],
      ['Marguerite Lund', 'Accounting', 'mlund', '0163'],
    ],
  },
  'Delgado Plumbing & Heating': {
    domain: 'delgadoheating.example',
    address: '607 Grand Avenue\nSuperior, WI 54880',
    area: '715',
    phone: '0170',
    people: [
      ['Rafael Delgado', 'Owner', 'rafael', '0171'],
      ['Tina Delgado', 'Dispatch', 'tina', '0172', 'Knows where every van is.'],
      ['Owen Marsh', 'Field supervisor', null, '0173'],
    ],
  },
  'Ridgeline Orthopedics': {
    domain: 'ridgelineortho.example',
    address: '900 Medical Arts Plaza\nDuluth, MN 55805',
    area: '218',
    phone: '0180',
    notes: 'HIPAA: no patient names in tickets or emails.',
    people: [
      ['Dr. Naomi Feld', 'Surgeon, partner', 'nfeld', '0181'],
      ['Andre Thibodeaux', 'Practice administrator', 'athibodeaux', '0182'],
      ['Joanne Pelletier', 'Billing lead', 'jpelletier', '0183'],
      ['Sunita Rao', 'Compliance officer', 'srao', '0184'],
    ],
  },
  'Mercer Street Accounting': {
    domain: 'mercerstreet.example',
    address: '41 Mercer Street\nAshland, WI 54806',
    area: '715',
    phone: '0190',
    notes: 'No restarts between January 15 and April 20.',
    people: [
      ['Philip Mercer', 'CPA, owner', 'pmercer', '0191'],
      ['Gwen Abernathy', 'Senior accountant', 'gabernathy', '0192'],
      ['Chris Vang', 'Tax associate', 'cvang', null],
    ],
  },
  'Oak Hollow Senior Living': {
    domain: 'oakhollow.example',
    address: '5400 Hollow Lane\nTwo Harbors, MN 55616',
    area: '218',
    phone: '0200',
    people: [
      ['Patricia Engstrom', 'Executive director', 'pengstrom', '0201'],
      ['Marcus Bell', 'Maintenance director', 'mbell', '0202'],
      ['Yolanda Ruiz', 'Director of nursing', 'yruiz', '0203'],
      ['Reception', null, 'reception', '0200'],
    ],
  },
  'Superior Street Books': {
    domain: 'superiorstreetbooks.example',
    address: '210 East Superior Street\nDuluth, MN 55802',
    area: '218',
    phone: '0210',
    people: [
      ['Anneliese Voss', 'Owner', 'anneliese', '0211'],
      ['Ben Tran', 'Store manager', 'ben', null],
    ],
  },
  'Hawk Ridge Physical Therapy': {
    domain: 'hawkridgept.example',
    address: '1701 Woodland Avenue\nDuluth, MN 55803',
    area: '218',
    phone: '0220',
    people: [
      ['Colleen O’Rourke', 'Owner, physical therapist', 'corourke', '0221'],
      ['Devon Little', 'Front office lead', 'dlittle', '0222'],
      ['Mai Xiong', 'Scheduler', 'mxiong', null],
    ],
  },
  'Iron Range Credit Union': {
    domain: 'ironrangecu.example',
    address: '12 Chestnut Street\nVirginia, MN 55792',
    area: '218',
    phone: '0230',
    notes: 'Audited every October. Changes need a written request from Walter.',
    people: [
      ['Walter Maki', 'Chief operating officer', 'wmaki', '0231'],
      ['Rosalind Chen', 'Information security officer', 'rchen', '0232'],
      ['Peter Gunderson', 'Branch manager, Virginia', 'pgunderson', '0233'],
      ['Ellen Saari', 'Branch manager, Eveleth', 'esaari', '0234'],
    ],
  },
  'Aspen Grove Montessori': {
    domain: 'aspengrove.example',
    address: '77 Aspen Lane\nDuluth, MN 55811',
    area: '218',
    phone: '0240',
    people: [
      ['Fatima Noor', 'Head of school', 'fnoor', '0241'],
      ['Greg Lindahl', 'Office and facilities', 'glindahl', '0242'],
    ],
  },
  'Skyline Roofing Supply': {
    domain: 'skylineroofing.example',
    address: '3305 Industrial Road\nSuperior, WI 54880',
    area: '715',
    phone: '0250',
    people: [
      ['Dale Forsberg', 'General manager', 'dforsberg', '0251'],
      ['Kim Larue', 'Inside sales', 'klarue', '0252'],
      ['Warehouse', null, null, '0253'],
    ],
  },
  'Coastal Title & Escrow': {
    domain: 'coastaltitle.example',
    address: '610 Marine Drive\nAstoria, OR 97103',
    area: '503',
    phone: '0310',
    people: [
      ['Deborah Kline', 'Escrow manager', 'dkline', '0311'],
      ['Aaron Whitley', 'Title officer', 'awhitley', null],
    ],
  },
  'Anchor Point Marine Supply': {
    domain: 'anchorpoint.example',
    address: '2 Pier 39 Road\nAstoria, OR 97103',
    area: '503',
    phone: '0320',
    people: [['Hugo Martinsen', 'Owner', 'hugo', '0321']],
  },
  'Whitman & Sons Roofing': {
    domain: 'whitmanroofing.example',
    address: '1450 Warrenton Highway\nWarrenton, OR 97146',
    area: '503',
    phone: '0330',
    people: [
      ['Claire Whitman', 'Office manager', 'claire', '0331'],
      ['Jack Whitman', 'Owner', 'jack', '0332'],
    ],
  },
  'Saltmarsh Brewing Company': {
    domain: 'saltmarshbrewing.example',
    address: '19 Basin Street\nAstoria, OR 97103',
    area: '503',
    phone: '0340',
    people: [['Tess Okafor', 'Taproom manager', 'tess', '0341']],
  },
  'Seabright Montessori School': {
    domain: 'seabright.example',
    address: '300 Lewis and Clark Road\nSeaside, OR 97138',
    area: '503',
    phone: '0350',
    people: [['Marian Doyle', 'Director', 'mdoyle', '0351']],
  },
}

/** Northgate's own people and suppliers: contacts without a client. */
const own: Person[] = [
  [
    'Lakehead Fiber support',
    'Internet provider',
    'support@lakeheadfiber.example',
    '0400',
    'Circuit IDs are in the documentation.',
  ],
  ['Ned Fairbanks', 'Electrician', 'ned@fairbankselectric.example', '0401'],
  ['Laura Beck', 'Account manager, distribution', 'laura.beck@midwestdistribution.example', '0402'],
]

/** Writes the clients and contacts of the demo's partners. */
export async function seedContacts(
  db: Owner,
  _platform: Platform,
  { companies, now }: { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number },
): Promise<void> {
  const companyOf = { northgate: 'Northgate IT', bluepeak: 'Bluepeak Managed Services' }
  const idOf = (company: DemoEndClient['company']) => (companies.get(companyOf[company]) as MadeCompany).id
  let ago = 400
  // Created one after another over a year, and changed now and then since.
  const dates = (step: number) => {
    ago = Math.max(2, ago - step)
    const created = new Date(now - ago * DAY)
    const updated = new Date(now - Math.max(0.2, (ago * ((ago * 7) % 10)) / 10) * DAY)
    return { id: idAt(created), created_at: created.toISOString(), updated_at: updated.toISOString() }
  }
  for (const { company, name, industry } of [...endClients, ...others]) {
    const d = details[name]
    if (!d) throw new Error(`The demo knows nothing of ${name}.`)
    const number = (last: string | null) => (last ? `+1 ${d.area} 555 ${last}` : null)
    const client = await makeClient(db, {
      company_id: idOf(company),
      ...dates(9),
      name,
      industry,
      website: `https://${d.domain}`,
      phone: number(d.phone),
      address: d.address,
      notes: d.notes ?? '',
    })
    for (const [full_name, title, mail, phone, notes = ''] of d.people) {
      await makeContact(db, {
        company_id: client.company_id,
        client_id: client.id,
        ...dates(3),
        full_name,
        title,
        email: mail && `${mail}@${d.domain}`,
        phone: number(phone),
        notes,
      })
    }
  }
  for (const [full_name, title, email, phone, notes = ''] of own) {
    await makeContact(db, {
      company_id: idOf('northgate'),
      ...dates(3),
      full_name,
      title,
      email,
      phone: `+1 218 555 ${phone}`,
      notes,
    })
  }
  // A contact whose mail bounces.
  const cameBack = new Date(now - 2 * DAY)
  await makeBounce(db, {
    company_id: idOf('northgate'),
    email: 'dosei@brightwaterpm.example',
    detail:
      '550 5.1.1 <dosei@brightwaterpm.example>: Recipient address rejected: User unknown in local recipient table',
    id: idAt(cameBack),
    first_at: cameBack.toISOString(),
    last_at: cameBack.toISOString(),
  })
  // A contact who left and a contact who was entered twice, to show archiving and merging.
  const dental = await db
    .selectFrom('clients')
    .select(['id', 'company_id'])
    .where('name', '=', 'Lakeshore Family Dental')
    .executeTakeFirstOrThrow()
  const left = dates(3)
  await makeContact(db, {
    ...dental,
    ...left,
    client_id: dental.id,
    full_name: 'Paul Ericson',
    title: 'Former office manager',
    email: 'paul@lakeshoredental.example',
    notes: 'Left in the spring. Renee took over.',
    archived_at: left.updated_at,
  })
  await makeContact(db, {
    ...dental,
    ...dates(3),
    client_id: dental.id,
    full_name: 'Renée Solberg',
    email: 'renee@lakeshoredental.example',
    phone: '+1 218 555 0119',
    notes: 'Mobile.',
  })
}
