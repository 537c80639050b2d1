import { brand } from '../../../../brand.config.ts'

/** The web app manifest, used when the site is installed or added to a home screen. */
export function loader() {
  const icon = (size: number, purpose?: string) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    id: '/',
    name: brand.longName,
    short_name: brand.shortName,
    start_url: '/',
    display: 'browser',
    background_color: '#0a0b0e',
    theme_color: '#0a0b0e',
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }, icon(192), icon(512), icon(512, 'maskable')],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
