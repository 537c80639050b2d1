import { showToast } from '../../ui/overlays/toast.tsx'

/** Tells the user that they have signed in. */
export function welcome(): void {
  showToast({ title: 'Welcome back!', description: "You've successfully signed in.", tone: 'good' })
}
