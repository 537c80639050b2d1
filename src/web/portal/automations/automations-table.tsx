import { Workflow } from 'lucide-react'
import { ListScreen } from '../lists/list-screen.tsx'
import { ownAutomations } from './lists.tsx'

/** The company's automations as a table, with filters, columns and CSV export. */
export const AutomationsTable = () => (
  <ListScreen
    list={ownAutomations}
    embedded
    title="Your automations"
    empty={{
      icon: <Workflow />,
      title: 'No automations yet',
      text: 'Automations you buy in the marketplace appear here.',
    }}
  />
)
