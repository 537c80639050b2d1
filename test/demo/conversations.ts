import { bluepeak } from './bluepeak.ts'
import type { DemoTicket } from './demo-ticket.ts'
import { northgateOpen } from './northgate-open.ts'
import { northgatePast } from './northgate-past.ts'

export type DemoEndClient = { company: 'northgate' | 'bluepeak'; name: string; industry: string }

/** The partners' clients, all invented. */
export const endClients: DemoEndClient[] = [
  { company: 'northgate', name: 'Lakeshore Family Dental', industry: 'Dental practice' },
  { company: 'northgate', name: 'Harlan & Pruitt LLP', industry: 'Law firm' },
  { company: 'northgate', name: 'Kessler Precision Machining', industry: 'Machine shop' },
  { company: 'northgate', name: 'Cedar Valley School District', industry: 'School district office' },
  { company: 'northgate', name: 'Tri-County Veterinary Hospital', industry: 'Veterinary hospital' },
  { company: 'northgate', name: 'Brightwater Property Management', industry: 'Property management' },
  { company: 'northgate', name: 'Delgado Plumbing & Heating', industry: 'Plumbing and heating contractor' },
  { company: 'northgate', name: 'Ridgeline Orthopedics', industry: 'Orthopedic clinic' },
  { company: 'northgate', name: 'Mercer Street Accounting', industry: 'Accounting firm' },
  { company: 'northgate', name: 'Oak Hollow Senior Living', industry: 'Senior living community' },
  { company: 'bluepeak', name: 'Coastal Title & Escrow', industry: 'Title and escrow company' },
  { company: 'bluepeak', name: 'Anchor Point Marine Supply', industry: 'Marine supply store' },
  { company: 'bluepeak', name: 'Whitman & Sons Roofing', industry: 'Roofing contractor' },
  { company: 'bluepeak', name: 'Saltmarsh Brewing Company', industry: 'Craft brewery' },
  { company: 'bluepeak', name: 'Seabright Montessori School', industry: 'Private school' },
]

/** Every ticket of the demo, oldest first, in the order of their numbers. */
export const conversations: DemoTicket[] = [...northgateOpen, ...northgatePast, ...bluepeak].sort(
  (a, b) => b.openedAgo - a.openedAgo,
)
