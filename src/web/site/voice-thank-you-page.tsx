import { Done } from './done.tsx'
import { pageMeta } from './meta.ts'
import './pages.css'

export { SiteError as ErrorBoundary } from './lost.tsx'

export const meta = () =>
  pageMeta({
    title: 'Your test call',
    description: 'Your wish for a test call has arrived.',
    path: '/voice-ai-agent/thank-you',
    noindex: true,
  })

/** Where the voice agent's form leads. */
export default function VoiceThankYou() {
  return (
    <Done
      mark="Voice AI Agent"
      title="Thank you. We will call you."
      text="Your request has arrived, and a confirmation is on its way to your address."
      steps={[
        ['We call you', 'An engineer calls the number you gave and asks how your calls run today.'],
        ['You set the rules', 'What counts as an emergency, who is on call, and what the agent must leave alone.'],
        ['You test it', 'Call the agent with the worst you can think of, before any client hears it.'],
      ]}
      back={{ to: '/voice-ai-agent', label: 'Back to the voice agent' }}
    />
  )
}
