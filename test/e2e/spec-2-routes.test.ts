// About: web/app/routes.tsx, web/app/public-pages.tsx, web/layouts/places.tsx, web/routes/areas, web/routes/area.ts, web/routes/project-areas.ts, web/routes/main-areas.ts
import type { Page } from 'playwright-core'
import t from 'tap'
import { sharedApp } from '../support/app.ts'
import { makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const ana = newPerson()

const path = (page: Page) => new URL(page.url()).pathname

async function heading(page: Page): Promise<string> {
  const h1 = page.getByRole('heading', { level: 1 })
  await h1.waitFor()
  return (await h1.textContent()) ?? ''
}

t.test('/ shows the landing page, and redirects to /dashboard when signed in', async t => {
  const anonymous = await openApp(t, browser, url)
  await anonymous.goto('/')
  const landing = await heading(anonymous)
  t.equal(path(anonymous), '/')

  for (const same of ['/features', '/demo']) {
    await anonymous.goto(same)
    t.equal(await heading(anonymous), landing, `${same} shows the landing page`)
    t.equal(path(anonymous), same)
  }

  const signedIn = await openApp(t, browser, url, { as: ana })
  await signedIn.goto('/')
  await signedIn.waitForURL('**/dashboard')
})

t.test('/pricing, /about, /terms, /privacy, /blog and the two articles are public pages', async t => {
  const page = await openApp(t, browser, url)
  const pages = {
    '/pricing': /free|cost/i,
    '/about': /about|isobath/i,
    '/terms': /terms/i,
    '/privacy': /privacy/i,
    '/blog': /\S/,
    '/blog/how-ai-transforms-marine-research': /AI/,
    '/blog/top-marine-conservation-technologies': /technolog/i
  }
  for (const [address, title] of Object.entries(pages)) {
    await page.goto(address)
    t.match(await heading(page), title, address)
    t.equal(path(page), address)
  }
})

t.test('/debug is public and shows local debug log entries', async t => {
  const page = await openApp(t, browser, url)
  await page.goto('/projects') // refused: logs at least one warning or message
  await page.waitForURL('**/login')
  await page.goto('/debug')
  t.match(await heading(page), /debug/i)
  t.equal(path(page), '/debug')
})

t.test('/login, /signup, /forgot-password each redirect to /dashboard when signed in', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  for (const address of ['/login', '/signup', '/forgot-password']) {
    await page.goto(address)
    await page.waitForURL('**/dashboard')
    t.equal(path(page), '/dashboard', address)
  }
})

t.test('/auth redirects to /login', async t => {
  const page = await openApp(t, browser, url)
  await page.goto('/auth')
  await page.waitForURL('**/login')
  t.match(await heading(page), /sign in/i)
})

t.test('the public header offers Sign In and Sign Up, each hidden on its own page', async t => {
  const page = await openApp(t, browser, url, { viewport: { width: 1440, height: 900 } })
  const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
  await page.goto('/forgot-password')
  await link('Sign In').waitFor()
  await link('Sign Up').waitFor()
  await page.goto('/login')
  await link('Sign Up').waitFor()
  t.equal(await link('Sign In').count(), 0)
  await page.goto('/signup')
  await link('Sign In').waitFor()
  t.equal(await link('Sign Up').count(), 0)
})

t.test('the main layout requires sign-in, otherwise redirects to /login', async t => {
  const page = await openApp(t, browser, url)
  const guarded = [
    '/dashboard',
    '/projects',
    '/projects/new',
    '/projects/edit/x',
    '/opportunities',
    '/community',
    '/profile',
    '/organizations/new'
  ]
  for (const address of guarded) {
    await page.goto(address)
    await page.waitForURL('**/login')
    t.equal(path(page), '/login', address)
  }
})

t.test('the main routes show their screens', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  const { id } = await makeProject(page, 'Kelp transect')
  const screens = {
    '/dashboard': /\S/,
    '/projects': /^Projects$/,
    '/projects/new': /new project/i,
    [`/projects/edit/${id}`]: /edit|Kelp transect/i,
    '/opportunities': /opportunities/i,
    '/community': /community/i,
    '/community?create=true': /post|community/i,
    '/organizations/new': /organization/i,
    '/profile': /profile/i
  }
  for (const [address, title] of Object.entries(screens)) {
    await page.goto(address)
    t.match(await heading(page), title, address)
    t.equal(path(page), address.split('?')[0])
  }
})

t.test('the sidebar entries are Dashboard, Projects, Opportunities, Community, Profile', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  await page.goto('/dashboard')
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem')
  await entries.first().waitFor()
  t.strictSame(await entries.allTextContents(), ['Dashboard', 'Projects', 'Opportunities', 'Community', 'Profile'])
})

t.test('the project layout has the seven sub-routes with their labels', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  const { id } = await makeProject(page, 'ROV dive 12')
  await page.goto(`/projects/${id}/dashboard`)
  const entries = page.getByRole('navigation', { name: 'Project', exact: true }).first().getByRole('listitem')
  await entries.first().waitFor()
  t.strictSame(await entries.allTextContents(), [
    'Overview',
    'Annotate',
    'AI Analysis',
    'Species Catalog',
    'Map',
    'Journal',
    'Publication',
    'Settings'
  ])
  for (const section of ['dashboard', 'annotate', 'ai', 'catalog', 'map', 'journal', 'settings']) {
    await page.goto(`/projects/${id}/${section}`)
    t.match(await heading(page), /\S/, section)
    t.equal(path(page), `/projects/${id}/${section}`)
  }
})

t.test('the bare project path redirects to dashboard', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  const { id } = await makeProject(page, 'Seamount')
  await page.goto(`/projects/${id}`)
  await page.waitForURL(`**/projects/${id}/dashboard`)
  await page.getByRole('heading', { level: 1, name: 'Seamount' }).waitFor()
})

t.test('the project sidebar shows the project title and a Back to Projects link', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: { width: 1440, height: 900 } })
  const { id } = await makeProject(page, 'Cold seep')
  await page.goto(`/projects/${id}/dashboard`)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  const sidebar = page.locator('#sidebar')
  await sidebar.getByText('Cold seep').waitFor()
  await sidebar.getByRole('link', { name: 'Back to Projects' }).click()
  await page.waitForURL(/\/projects$/)
  t.equal(path(page), '/projects')
})

t.test('unauthenticated users of project routes are redirected to /auth, and so to /login', async t => {
  const page = await openApp(t, browser, url)
  const passed: string[] = []
  page.on('framenavigated', frame => passed.push(new URL(frame.url()).pathname))
  await page.goto('/projects/some-project/map')
  await page.waitForURL('**/login')
  t.equal(path(page), '/login')
  t.ok(passed.includes('/login'))
})

t.test('unknown paths redirect to /', async t => {
  const page = await openApp(t, browser, url)
  await page.goto('/no/such/page')
  await page.getByRole('heading', { level: 1 }).waitFor()
  t.equal(path(page), '/')
})
