import { Done } from '../forms/done.tsx'
import { buildPageMeta } from '../meta.ts'
import '../pages.css'

export { SiteError as ErrorBoundary } from '../lost.tsx'

export const meta = () =>
  buildPageMeta({
    title: 'Your test call',
    description: 'We received your request for a test call.',
    path: '/voice-ai-agent/thank-you',
    noindex: true,
  })

/** The page after the voice agent's form was sent. */
export default function VoiceThankYou() {
  return (
    <Done
      mark="Voice AI Agent"
      title="Thank you. We’ll call you."
      text="We received your request and are sending you a confirmation by email."
      steps={[
        ['We call you', 'An engineer calls your number and asks how you handle calls today.'],
        ['You set the rules', 'Decide what counts as an emergency, who is on call and what the agent must not do.'],
        ['You test it', 'Call the agent with the hardest cases you can think of, before any client hears it.'],
      ]}
      back={{ to: '/voice-ai-agent', label: 'Back to the voice agent' }}
    />
  )
}
