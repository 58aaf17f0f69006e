// About: web/app/providers.tsx, web/features/debug, web/routes/debug.tsx
import t from 'tap'
import { sharedApp, startApp } from '../support/app.ts'
import { callApi, makeProject, newPerson, openApp, watchCalls } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const ana = newPerson()

t.test('Request timeout: 30000 ms', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  await page.context().addInitScript(() => {
    const original = AbortSignal.timeout
    Object.assign(window, { askedTimeouts: [] })
    AbortSignal.timeout = ms => {
      ;(window as unknown as { askedTimeouts: number[] }).askedTimeouts.push(ms)
      return original.call(AbortSignal, ms / 2)
    }
  })
  await page.route('**/api/projects?*', () => {}) // never answered
  await page.goto('/projects')
  await page.getByText('The server did not answer within 30 seconds').waitFor()
  const asked = await page.evaluate(() => (window as unknown as { askedTimeouts: number[] }).askedTimeouts)
  t.strictSame([...new Set(asked)], [30_000])
})

t.test('No refetch on window focus', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  await page.goto('/projects')
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.clock.install()
  await page.clock.fastForward('06:00') // stale by now
  const calls = watchCalls(page)
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
  })
  await page.getByRole('button', { name: 'Account' }).click() // some turns of the event loop later
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
  t.strictSame(calls, [])
})

t.test('At most 100 debug log entries are kept locally', async t => {
  const page = await openApp(t, browser, url)
  await page.context().addInitScript(() => {
    const entries = Array.from({ length: 250 }, (_, index) => ({
      timestamp: new Date().toISOString(),
      level: 'INFO',
      message: `entry ${index}`
    }))
    localStorage.setItem('isobath.debug-log', JSON.stringify(entries))
  })
  await page.goto('/debug')
  await page.getByText('100 entries', { exact: true }).waitFor()
  t.equal(await page.getByLabel('Log entries').getByRole('listitem').count(), 100)
  t.match(await page.getByLabel('Log entries').getByRole('listitem').first().textContent(), /entry 249/)
})

t.test('Sidebar widths 70 and 240 px; header height 64px; it starts collapsed', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: { width: 1440, height: 900 } })
  await page.goto('/dashboard')
  const sidebar = page.locator('#sidebar')
  await sidebar.waitFor()
  t.equal((await sidebar.boundingBox())?.width, 70)
  t.equal((await page.getByRole('banner').boundingBox())?.height, 64)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  t.equal((await sidebar.boundingBox())?.width, 240)
})

t.test('Mobile breakpoint 768px: below, the collapsed sidebar is hidden', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: { width: 768, height: 900 } })
  await page.goto('/dashboard')
  const sidebar = page.locator('#sidebar')
  await sidebar.waitFor()
  t.equal(await sidebar.isVisible(), true)
  await page.setViewportSize({ width: 767, height: 900 })
  await sidebar.waitFor({ state: 'hidden' })
})

t.test('Project dropdown maximum height 300px', async t => {
  const person = newPerson()
  const page = await openApp(t, browser, url, { as: person })
  const { id } = await makeProject(page, 'Transect 0')
  for (let number = 1; number <= 20; number++) await makeProject(page, `Transect ${number}`)
  await page.goto(`/projects/${id}/dashboard`)
  await page.getByRole('button', { name: /Switch project/ }).click()
  await page
    .getByRole('dialog')
    .getByText(/^Transect/)
    .nth(9)
    .waitFor()
  const box = await page.getByRole('dialog').boundingBox()
  t.ok(box && box.height > 200 && box.height <= 300, `${box?.height} px`)
})

t.test('Auth layout maximum width 450px', async t => {
  const page = await openApp(t, browser, url, { viewport: { width: 1440, height: 900 } })
  await page.goto('/login')
  const column = page.locator('main')
  await column.waitFor()
  t.ok(((await column.boundingBox())?.width ?? 0) <= 450)
  await page.setViewportSize({ width: 360, height: 740 })
  t.ok(((await column.boundingBox())?.width ?? 0) <= 360)
})

t.test('Notification badge fixed at 3, and three notices behind it', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  await page.goto('/dashboard')
  const bell = page.getByRole('button', { name: 'Notifications, 3' })
  await bell.click()
  const list = page.getByRole('dialog').getByRole('listitem')
  await list.first().waitFor()
  t.equal(await list.count(), 3)
  t.equal((await callApi<{ notices: unknown[] }>(page, 'GET', '/notices')).notices.length, 3)
})

t.test('Local storage holds the session record without secrets (cookie mode), and the debug log', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const stored = await page.evaluate(() => ({ ...localStorage }))
  t.strictSame(Object.keys(JSON.parse(stored['isobath.session'])).sort(), ['exp', 'sub', 'token_type'])
  t.notMatch(JSON.stringify(stored), /eyJ/, 'no token anywhere')
})

t.test('Local storage holds the access token, refresh token and token type (bearer mode)', async t => {
  const bearerUrl = await startApp(t, { SESSION_MODE: 'bearer' })
  const page = await openApp(t, browser, bearerUrl, { as: newPerson() })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const stored = await page.evaluate(() => ({ ...localStorage }))
  t.match(stored, { 'isobath.access_token': /^eyJ/, 'isobath.refresh_token': /\S/, 'isobath.token_type': /^bearer$/i })
  t.strictSame(await page.context().cookies(), [], 'and no cookie')
})
