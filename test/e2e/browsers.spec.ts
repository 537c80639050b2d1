// Browsers that people have: with an input method, without storage, with a wrong clock, and with a translated page.
import type { Page } from '@playwright/test'
import { DESK, ENGINEER, expect, signedIn, test, within } from './browser.ts'
import { story } from './story.ts'

/** Signs in by the form, as a person does. */
async function enter(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/apps-automations$/)
}

test('Enter of an input method chooses a word: it sends, opens and adds nothing', { tag: '@wide' }, async ({
  context,
  baseURL,
  request,
}) => {
  const { word, owner } = await story(request, baseURL as string)
  const { id } = await owner.call('POST', '/tickets', { subject: `Input ${word}`, description: 'Composed.' })
  const page = await signedIn(context, baseURL as string, ENGINEER)
  const keys = await context.newCDPSession(page)
  const compose = (text: string) =>
    keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  /** Presses a key as browsers send it within a composition, and as Safari sends it just after one. */
  const press = async (key: string, more: { ctrlKey?: boolean } = {}) => {
    for (const isComposing of [true, false])
      await page.evaluate(
        (init) =>
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
          ),
        { key, keyCode: 229, isComposing, ...more },
      )
  }

  await page.goto('/admin/tickets')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await keys.send('Input.insertText', { text: word })
  await expect(palette.getByRole('option', { name: new RegExp(`Input ${word}`) }).first()).toBeVisible()
  await press('Enter')
  await press('ArrowDown')
  await press('Escape')
  await expect(palette).toHaveAttribute('data-open', '')
  await expect(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/\/admin\/tickets$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/tickets/${id}$`))

  const reply = page.getByRole('textbox', { name: 'Reply', exact: true })
  await reply.click()
  await compose('むずか')
  await press('Enter', { ctrlKey: true })
  await press('Escape')
  await expect(reply).toBeFocused()
  await keys.send('Input.insertText', { text: '難しい' })
  await page.keyboard.press('Control+Enter')
  const sent = page.getByRole('region', { name: 'Conversation' }).getByText('難しい')
  await expect(sent).toHaveCount(1)
  await expect
    .poll(async () => {
      const { items } = await owner.call('GET', `/tickets/${id}/messages?limit=100`)
      return items.filter((m: { kind: string }) => m.kind === 'reply').map((m: { body: string }) => m.body)
    })
    .toEqual(['難しい'])
})

const storage = {
  'switched off': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
        configurable: true,
      })
  },
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  },
  'null, without channels and locks': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { value: null, configurable: true })
    Reflect.deleteProperty(window, 'BroadcastChannel')
    Object.defineProperty(navigator, 'locks', {
      value: { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) },
    })
  },
}
for (const [name, script] of Object.entries(storage)) {
  test(`storage ${name}: public pages work, and the session lasts as long as the tab`, { tag: '@wide' }, async ({
    page,
    baseURL,
    request,
  }) => {
    const { owner, word } = await story(request, baseURL as string)
    await owner.call('POST', '/tickets', { subject: `Storage ${word}`, description: 'For a reply.' })
    await page.addInitScript(script)
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('data-session', 'out')
    const menu = page.getByRole('button', { name: 'For MSPs' })
    await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    await page.goto('/marketplace/ticket-triage-by-content')
    await page.getByLabel('Minutes per run').fill('6')
    await page.getByLabel('Runs per month').fill('100')
    await expect(page.locator('#roi')).toContainText('10 hours')
    await enter(page, owner)
    const notice = page.getByText('You’re signed in only in this tab')
    await expect(notice).toHaveCount(1)
    await notice.locator('xpath=../..').getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
    await page.getByRole('link', { name: 'Tickets', exact: true }).first().click()
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await page.locator('[data-row] [data-row-link]').first().click()
    const reply = page.getByRole('textbox', { name: 'Reply', exact: true })
    await reply.fill('Kept for this tab')
    await page.goBack()
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await page.goForward()
    await expect(reply).toHaveValue('Kept for this tab')
    await expect(notice).toHaveCount(0)
  })
}

const HOUR = 3_600_000
test('a clock that is hours or a year off: a new ticket is new, its targets are ahead, and today is today', {
  tag: '@wide',
}, async ({ browser, baseURL, request }) => {
  const base = baseURL as string
  const { word, owner } = await story(request, base)
  const { id } = await owner.call('POST', '/tickets', { subject: `Clock ${word}`, description: 'Now.' })
  const open = async (off: number) => {
    const context = await browser.newContext({ ...DESK, baseURL: base })
    if (off) await context.clock.install({ time: Date.now() + off })
    const page = await signedIn(context, base, ENGINEER)
    await page.goto(`/admin/tickets?q=${word}`)
    const row = page.locator('[data-row]')
    await expect(row).toHaveCount(1)
    return { context, page, row }
  }
  // The target counts down meanwhile, so each row is compared with one that has the right time.
  const right = await open(0)
  for (const off of [3 * HOUR, -3 * HOUR, 365 * 24 * HOUR, -365 * 24 * HOUR]) {
    const { context, page, row } = await open(off)
    const same = async () => (await row.textContent()) === (await right.row.textContent())
    await expect.poll(same).toBe(true)
    // Also in the first document of a tab, which gets no new token to learn the time from.
    await page.reload()
    await expect(row).toHaveCount(1)
    await expect.poll(same).toBe(true)
    await page.goto(`/admin/tickets/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(word)
    await expect(page.locator('main time').first()).toBeVisible()
    await expect(page.locator('main')).not.toContainText(/\blate\b|overdue|\d+ (h|hours?|days?) ago/)
    await page.getByRole('button', { name: 'Log time', exact: true }).click()
    await expect(page.getByRole('dialog').getByLabel('Date')).toHaveValue(new Date().toLocaleDateString('en-CA'))
    await context.close()
  }
  await right.context.close()
})

/**
 * Wraps every text in <font>, as extensions do, or replaces it with a <font> with the same words, as translators do.
 */
const translate = (replace: boolean) => {
  const skipped = 'script, style, textarea, title, option, font, svg, noscript'
  const change = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let at = walker.nextNode(); at; at = walker.nextNode()) texts.push(at as Text)
    if (root instanceof Text) texts.push(root)
    for (const text of texts) {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(skipped)) continue
      const font = document.createElement('font')
      font.dataset.translated = ''
      text.replaceWith(font)
      font.append(replace ? text.data : text)
    }
  }
  // Translators start once the page is there.
  addEventListener('hydrated', () => {
    change(document.body)
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of [target, ...addedNodes]) if (node.isConnected) change(node)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}

for (const replace of [false, true]) {
  const how = replace ? 'replaced' : 'wrapped'
  test(`a page whose texts are ${how}: a partner and an engineer do their work`, { tag: '@wide' }, async ({
    browser,
    context,
    baseURL,
    request,
  }) => {
    const base = baseURL as string
    const { word, owner, give } = await story(request, base)
    await give(120)
    const page = await signedIn(context, base, owner.email, owner.password)
    await page.addInitScript(translate, replace)
    await page.goto('/tickets/new')
    await page.getByLabel('Subject').fill(`Translated ${word}`)
    await page.getByLabel('Description').fill('The sync stops at six.')
    await page.getByLabel('Category').selectOption('integration')
    await page.getByRole('button', { name: /^Send ticket/ }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toContainText(`Translated ${word}`)
    await expect(page.locator('font').first()).toBeAttached()
    const number = /T-\d+/.exec((await heading.textContent()) ?? '')?.[0] as string
    await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('Still **broken**.')
    await page.keyboard.press('Control+Enter')
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await expect(conversation.getByText('broken', { exact: true })).toBeVisible()

    // Clearing the search used to break the screen.
    await page.goto('/tickets')
    const search = page.getByRole('searchbox', { name: 'Search tickets' })
    const row = page.locator('[data-row]')
    await expect(row).toHaveCount(1)
    for (const way of ['key', 'button']) {
      await search.fill('nothing like this')
      await expect(row).toHaveCount(0)
      if (way === 'key') await search.press('Escape')
      else await page.getByRole('button', { name: 'Clear search' }).first().click()
      await expect(search).toHaveValue('')
      await expect(row).toHaveCount(1)
    }
    await page.goto('/my-agreements?tab=hours')
    const views = page.getByRole('navigation', { name: 'Views' })
    for (const name of ['Expired or adjusted', 'All']) {
      await views.getByRole('link', { name, exact: true }).click()
      await expect(page.getByText('“Hours for this test”')).toBeVisible()
    }
    for (const path of [
      '/apps-automations',
      '/my-projects',
      '/clients',
      '/contacts',
      '/users',
      '/reports',
      '/settings',
    ])
      await visit(page, path)

    const desk = await browser.newContext({ ...DESK, baseURL: base })
    const staff = await signedIn(desk, base, ENGINEER)
    const errors: string[] = []
    staff.on('pageerror', (e) => errors.push(e.message))
    await staff.addInitScript(translate, replace)
    await staff.goto(`/admin/tickets?q=${word}`)
    const first = staff.locator('[data-row]')
    await expect(first).toHaveCount(1)
    await first.locator('[data-row-link]').click()
    const title = staff.getByRole('heading', { level: 1 })
    await expect(title).toContainText(number)
    const reply = staff.getByRole('textbox', { name: 'Reply', exact: true })
    await reply.fill('Fixed by the night run.')
    await staff.keyboard.press('Control+Enter')
    await expect(staff.getByRole('region', { name: 'Conversation' }).getByText('Fixed by the night run.')).toBeVisible()
    // The partner's page, translated as well, shows what is new.
    await page.goto('/tickets')
    await page.locator('[data-row-link]').first().click()
    await expect(conversation.getByText('Fixed by the night run.')).toBeVisible()
    await staff.keyboard.press('Control+k')
    const palette = staff.getByRole('dialog', { name: 'Search' })
    await palette.getByRole('combobox').fill(number)
    await expect(palette.getByRole('option', { name: new RegExp(number) }).first()).toBeVisible()
    await palette.getByRole('combobox').fill('zzzz nothing')
    await expect(palette.getByText('No results for')).toBeVisible()
    await staff.keyboard.press('Escape')
    for (const path of ['/companies', '/admin/contacts?view=board', '/agreements', '/admin/prompt-manager'])
      await visit(staff, path)
    expect(errors).toEqual([])
    await desk.close()
  })
}

test('React can remove, move and change texts that a translator wrapped or replaced', { tag: '@wide' }, async ({
  page,
}) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  const shown = await page.evaluate(() =>
    [false, true].flatMap((replace) => {
      const start = () => {
        const box = document.createElement('p')
        const [first, second] = [document.createTextNode('one'), document.createTextNode('two')]
        document.body.append(box)
        box.append(first, document.createElement('b'), second)
        for (const text of [first, second]) {
          const font = document.createElement('font')
          text.replaceWith(font)
          font.append(replace ? `${text.data}!` : text)
        }
        return { box, first, second }
      }
      const [removed, inserted, changed] = [start(), start(), start()]
      removed.box.removeChild(removed.first)
      inserted.box.insertBefore(document.createTextNode('new '), inserted.second)
      changed.second.nodeValue = 'three'
      return [removed, inserted, changed].map(({ box }) => {
        box.remove()
        return box.textContent
      })
    }),
  )
  expect(shown).toEqual(['two', 'onenew two', 'onethree', 'two!', 'one!new two!', 'one!three'])
})

/** Opens a screen without a page load, and waits until it has replaced the one before. */
async function visit(page: Page, path: string) {
  const before = await page.getByRole('heading', { level: 1 }).textContent()
  await within(page, path)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(before ?? '')
}
