// About: web/layouts/header.tsx, web/layouts/avatar-menu.tsx, web/layouts/create-menu.tsx
import type { Page } from 'playwright-core'
import t from 'tap'
import { sharedApp } from '../support/app.ts'
import { answerCall, gone, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const ana = newPerson()
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const title = (page: Page, text: string) => page.getByRole('banner').getByText(text, { exact: true }).waitFor()

t.test('the page title is derived from the path', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  const { id } = await makeProject(page, 'Fjord dive')
  const titles = {
    '/dashboard': 'Dashboard',
    '/projects': 'Projects',
    '/projects/new': 'New Project',
    '/opportunities': 'Opportunities',
    '/community': 'Community',
    '/profile': 'Profile',
    [`/projects/${id}/dashboard`]: 'Overview',
    [`/projects/${id}/ai`]: 'AI Analysis',
    [`/projects/${id}/catalog`]: 'Species Catalog'
  }
  for (const [address, name] of Object.entries(titles)) {
    await page.goto(address)
    await title(page, name)
    await page.waitForFunction(shown => document.title.includes(shown), name)
    t.match(await page.title(), name, address)
  }
})

t.test('inside a project a switcher lists projects, and choosing one goes to its dashboard', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  const here = await makeProject(page, 'Reef North')
  const there = await makeProject(page, 'Reef South')
  await page.goto(`/projects/${here.id}/map`)
  await page.getByRole('button', { name: /Switch project/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Reef South').click()
  await page.waitForURL(`**/projects/${there.id}/dashboard`)
  await gone(page.getByRole('button', { name: 'Create New', exact: true })) // the Create New menu is shown elsewhere
})

t.test('the switcher shows Loading projects... while loading', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: wide })
  const { id } = await makeProject(page, 'Slow link')
  await page.goto(`/projects/${id}/map`)
  await page.getByRole('button', { name: /Switch project/ }).waitFor()
  await page.route(/\/api\/projects(\?|$)/, () => {}) // never answered
  await page.getByRole('button', { name: /Switch project/ }).click()
  await page.getByText('Loading projects...', { exact: true }).waitFor()
  t.pass()
})

t.test('the switcher shows No projects found when empty, and offers Create New Project', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: wide })
  const { id } = await makeProject(page, 'Alone')
  await answerCall(page, 'GET', '/api/projects', { status: 200, json: { projects: [], nextCursor: null, totalCount: 0 } })
  await page.goto(`/projects/${id}/map`)
  await page.getByRole('button', { name: /Switch project/ }).click()
  await page.getByText('No projects found', { exact: true }).waitFor()
  await page.getByText('Create New Project', { exact: true }).click()
  await page.waitForURL('**/projects/new')
  t.equal(path(page), '/projects/new')
})

t.test('elsewhere a Create New menu offers New Project, New Post and New Organization', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  const goals = { 'New Project': '/projects/new', 'New Post': '/community?create=true', 'New Organization': '/organizations/new' }
  await page.goto('/dashboard')
  for (const [item, goal] of Object.entries(goals)) {
    await page.getByRole('button', { name: 'Create New', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.waitForURL(`**${goal}`)
    t.equal(path(page), goal, item)
  }
})

t.test('the notification bell shows a fixed badge of 3', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  await page.goto('/dashboard')
  const bell = page.getByRole('button', { name: 'Notifications, 3' })
  t.equal((await bell.textContent())?.trim(), '3')
})

t.test("the avatar menu shows the initial of the user's e-mail, and offers Profile and Logout", async t => {
  const page = await openApp(t, browser, url, { as: newPerson('zoe'), viewport: wide })
  await page.goto('/dashboard')
  const avatar = page.getByRole('button', { name: 'Account' })
  const shown = await avatar
    .getByText('z', { exact: true })
    .evaluate(letter => [letter.textContent?.trim(), getComputedStyle(letter).textTransform])
  t.strictSame(shown, ['z', 'uppercase'], 'displayed as Z')
  await avatar.click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  t.strictSame(await page.getByRole('menuitem').allTextContents(), ['Profile', 'Logout'])
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.waitForURL('**/profile')
})

t.test('the avatar shows U when the user has no e-mail address', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: wide })
  await answerCall(page, 'GET', '/api/auth/me', { status: 200, json: { id: '7' } })
  await page.goto('/dashboard')
  const avatar = page.getByRole('button', { name: 'Account' })
  await avatar.waitFor()
  t.equal((await avatar.textContent())?.trim(), 'U')
})

t.test('Logout goes to /auth, and so to /login', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: wide })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await page.goto('/dashboard')
  await page.waitForURL('**/login')
  t.equal(path(page), '/login')
})

t.test('the sidebar starts collapsed: 70px wide, 240px expanded', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  await page.goto('/dashboard')
  const sidebar = page.locator('#sidebar')
  await sidebar.waitFor()
  t.equal((await sidebar.boundingBox())?.width, 70)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  t.equal((await sidebar.boundingBox())?.width, 240)
})

t.test('under 768px wide the sidebar is hidden when collapsed', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: phone })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  t.notOk(await page.locator('#sidebar').isVisible())
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await page.getByRole('link', { name: 'Opportunities' }).click()
  await page.waitForURL('**/opportunities')
})

t.test('the sidebar footer carries a 2025 copyright line', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  await page.goto('/dashboard')
  await page.locator('#sidebar').getByText('© 2025').waitFor()
  t.pass()
})

t.test('the page scrolls smoothly to the top on every route change', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: { width: 1440, height: 400 }, reducedMotion: 'no-preference' })
  await page.goto('/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => {
    const asked: unknown[] = []
    Object.assign(window, { asked })
    for (const target of [window, Element.prototype] as { scrollTo: typeof window.scrollTo }[]) {
      const original = target.scrollTo
      target.scrollTo = function (this: unknown, ...args: unknown[]) {
        asked.push(args[0])
        return (original as (...all: unknown[]) => void).apply(this, args)
      } as typeof window.scrollTo
    }
    window.scrollTo(0, 300)
  })
  await page.getByRole('link', { name: 'Opportunities' }).click()
  await page.waitForURL('**/opportunities')
  await page.waitForFunction(() => (window as unknown as { asked: { behavior?: string }[] }).asked.at(-1)?.behavior === 'smooth')
  await page.waitForFunction(() => window.scrollY === 0)
  const asked = await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)
  t.match(asked.at(-1), { top: 0, behavior: 'smooth' })
})
