// About: web/layouts, web/app/keep-open.ts, web/features/notices, web/features/activity, web/ui/popup-part.tsx
import type { Page } from 'playwright-core'
import t from 'tap'
import { annotationsOf } from '../support/annotate-screen.ts'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { checkAccessibility, gone, holdRequests, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const ana = newPerson()
const wide = { width: 1440, height: 900 }
const phone = { width: 360, height: 780 }

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

t.test('planned areas are marked as planned', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  const { id } = await makeProject(page, 'Abyssal plain')
  const areas = ['annotate', 'ai', 'catalog', 'map', 'journal'].map(section => `/projects/${id}/${section}`)
  for (const address of [...areas, '/opportunities', '/community?create=true', '/organizations/new']) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    t.equal(await page.getByRole('main').getByRole('textbox').count(), 0, `${address} has no form without a function`)
    await checkAccessibility(t, page, address)
  }
})

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
}

t.test('Ctrl K opens any place or project', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  await makeProject(page, 'Hydrothermal vent field')
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go to' }).waitFor()
  await checkAccessibility(t, page, 'the palette')
  await page.keyboard.type('journal')
  await page.getByText('No results').waitFor()
  await page.getByRole('searchbox').fill('theme')
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
  await page.getByRole('searchbox').fill('hydrothermal')
  await page.getByRole('menuitem', { name: 'Hydrothermal vent field' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/projects/*/dashboard')
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  t.pass('and the new screen has the focus')

  await openPalette(page)
  await page.keyboard.type('obis')
  await page.getByRole('menuitem', { name: /^Export annotations/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/annotate/exchange?view=export')
  await page.getByRole('banner').getByText('Import and export').waitFor()
  await page.waitForFunction(() => /^Import and export · Hydrothermal vent field/.test(document.title))
  await openPalette(page)
  await page.keyboard.type('inbox rules')
  await page.getByRole('menuitem', { name: 'Inbox rules' }).click()
  await page.waitForURL('**/map/outside/rules')
  await openPalette(page)
  await page.keyboard.type('sensitive')
  await page.getByRole('menuitem', { name: /^Sensitive places/ }).click()
  await page.waitForURL('**/publication#sensitive')
  await openPalette(page)
  await page.keyboard.type(ana.email.slice(0, 3))
  await page.getByRole('menuitem', { name: ana.email }).waitFor()
  await page.goBack()
  await gone(page.getByRole('dialog', { name: 'Go to' }))
})

t.test('Ctrl K works while one frame replaces another, and a sign-out closes what it opened', async t => {
  const ben = newPerson('ben')
  const page = await openApp(t, browser, url, { as: ben, viewport: wide })
  const { id } = await makeProject(page, 'Cold seep')
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/project-layout/, async route => {
    await held
    await route.continue()
  })
  await page.goto('/projects')
  const loading = page.waitForRequest(/project-layout/)
  await page.getByRole('main').locator(`a[href="/projects/${id}"], a[href="/projects/${id}/dashboard"]`).first().click()
  await loading
  await openPalette(page)
  release()
  await page.waitForURL('**/projects/*/dashboard')
  await page.getByRole('main').getByRole('heading', { name: 'Cold seep', includeHidden: true }).waitFor()
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
  await page.context().clearCookies()
  await page.keyboard.type('hydro')
  await page.waitForURL('**/login')
  await page.getByLabel('E-mail address').fill(ben.email)
  await page.getByLabel('Password', { exact: true }).fill(ben.password)
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('heading', { name: 'Cold seep' }).waitFor()
  t.equal(await page.getByRole('dialog').count(), 0, 'the palette stays closed')
})

t.test('a key works from the moment a screen is there', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  await page.addInitScript(pressAtFirstHeading)
  await page.goto('/dashboard')
  await page.getByRole('dialog', { name: 'Go to' }).waitFor()
})

/** Presses Ctrl K when the first heading is inserted, before the browser paints. Runs in the page, before the app. */
function pressAtFirstHeading() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main h1')) return
    observer.disconnect()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }))
  })
  observer.observe(document, { childList: true, subtree: true })
}

t.test('G and a letter opens a place, C creates, ? shows the keys; text fields receive these letters', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('p')]) // within the time limit for the second key
  await page.waitForURL(/\/projects$/)
  await page.keyboard.press('c')
  await page.waitForURL('**/projects/new')
  await page.getByLabel('Title').fill('')
  await page.getByLabel('Title').pressSequentially('gpc?')
  t.equal(await page.getByLabel('Title').inputValue(), 'gpc?')
  await page.getByLabel('Title').fill('')
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Help and keyboard shortcuts' }).waitFor()
  await checkAccessibility(t, page, 'the key sheet')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

t.test('Help opens by its button, on a phone from the menu of the account, and finds keys and guides', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  const help = page.getByRole('dialog', { name: 'Help and keyboard shortcuts' })
  await help.getByRole('searchbox').fill('add images')
  await help.getByText('Open Overview and drop files or whole folders on it.').waitFor()
  await help.getByRole('searchbox').fill('no such thing')
  await help.getByText('No shortcut or guide matches “no such thing”.').waitFor()
  await page.keyboard.press('Escape')
  await gone(help)
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Help/ }).click()
  await help.waitFor()
  t.equal(await overflow(page), 0)
})

t.test('Ctrl K finds labels, images and downloads of the project', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  const { projectId } = await annotatedProject(page, 'Sponge garden', ['dive-7.png'], [{ label: 'Geodia barretti', image: 0, count: 1 }])
  await page.goto(`/projects/${projectId}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await openPalette(page)
  for (const [typed, name] of [
    ['geodia', /^Geodia barretti/],
    ['dive-7', /^dive-7\.png/],
    ['excel', /Export/],
    ['download', /Export/]
  ] as const) {
    await page.getByRole('dialog').getByRole('searchbox').fill(typed)
    await page.getByRole('menuitem', { name }).first().waitFor()
  }
})

t.test('the first Tab focuses "Skip to content", which works', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  await page.goto('/projects')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Skip to content')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => location.hash === '#content')
  await page.keyboard.press('Tab')
  await page.waitForFunction(() => document.querySelector('main')?.contains(document.activeElement))
  t.pass('the next Tab is inside the content')
})

t.test('menus open, move and close by keyboard, and return the focus', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  await page.goto('/dashboard')
  for (const name of ['Create New', 'Account']) {
    const button = page.getByRole('button', { name, exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'menuitem')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.waitForFunction(element => element === document.activeElement, await button.elementHandle())
    t.pass(`${name} has the focus again`)
  }
})

t.test('on a phone a project has its sections at the bottom, and the rest under More', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: phone })
  const { id } = await makeProject(page, 'Mangrove creek')
  await page.goto(`/projects/${id}/dashboard`)
  const bar = page.getByRole('navigation', { name: 'Project sections' })
  await bar.getByRole('link', { name: 'Species Catalog' }).click()
  await page.getByRole('heading', { level: 1, name: 'Species Catalog' }).waitFor()
  await bar.getByRole('button', { name: 'More' }).click()
  const drawer = page.locator('#sidebar')
  await drawer.getByRole('link', { name: 'Settings' }).waitFor()
  await checkAccessibility(t, page, 'the open drawer')
  await drawer.getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL(`**/projects/${id}/settings`)
  t.equal(await overflow(page), 0)

  await page.setViewportSize({ width: 740, height: 360 })
  await bar.waitFor({ state: 'hidden' }) // it would take a sixth of a phone held sideways
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await drawer.getByRole('link', { name: 'Species Catalog' }).click()
  await page.getByRole('heading', { level: 1, name: 'Species Catalog' }).waitFor()
})

t.test('on a phone the current screen of an area is in view in its row of links, even after a rotation', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: phone })
  const { id } = await makeProject(page, 'Guyot')
  for (const address of ['annotate/exchange', 'ai/models', 'map/outside/datasets']) {
    await page.goto(`/projects/${id}/${address}`)
    const current = page.locator('#content nav [aria-current=page]').first()
    await current.waitFor()
    for (const viewport of [phone, wide, phone]) {
      await page.setViewportSize(viewport)
      await page.waitForFunction(
        link => {
          const { left, right } = link!.getBoundingClientRect()
          const row = link!.closest('nav')!.getBoundingClientRect()
          return left >= row.left && right <= row.right && right <= innerWidth
        },
        await current.elementHandle()
      )
    }
    t.pass(`${address} is in view`)
  }
})

t.test('nothing is wider than the screen, from 360 to 2560 pixels', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  const { id } = await makeProject(page, 'A project with a rather long title that someone wrote to say where, when and why it was made')
  const addresses = ['/dashboard', '/projects', '/projects/new', '/profile', `/projects/${id}/dashboard`, `/projects/${id}/settings`]
  for (const width of [360, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    for (const address of addresses) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      t.equal(await overflow(page), 0, `${address} at ${width} px`)
    }
  }
})

t.test('a zero has a slash in codes, but not in running text', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  await page.goto('/dashboard')
  /** Opacity in the middle of a drawn zero, which a slash crosses. */
  const inkInZero = (style: string, family: string) =>
    page.evaluate(async font => {
      await document.fonts.load(font, '0')
      const context = document.createElement('canvas').getContext('2d')!
      context.font = font
      const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText('0')
      context.fillText('0', 20, 120)
      const middle = 120 - (actualBoundingBoxAscent - actualBoundingBoxDescent) / 2
      return context.getImageData(Math.round(20 + width / 2), Math.round(middle), 1, 1).data[3]
    }, `${style} 400 100px "${family}"`)
  t.equal(await inkInZero('normal', 'Atkinson Hyperlegible Next Variable'), 0)
  t.equal(await inkInZero('italic', 'Atkinson Hyperlegible Next Variable'), 0)
  t.equal(await inkInZero('normal', 'Atkinson Hyperlegible Mono Variable'), 255)
})

t.test('without a network a strip appears, and disappears when it is back', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.context().setOffline(true)
  const strip = page.getByText(/offline|no connection/i).first()
  await strip.waitFor()
  await page.context().setOffline(false)
  await strip.waitFor({ state: 'hidden' })
  t.pass()
})

t.test('a part of the shell that cannot be fetched does not affect the rest, and appears later', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: phone })
  const { id } = await makeProject(page, 'Reef')
  let isLost = true
  await page.route(
    ({ pathname }) => /\/assets\/(tray|bottom-bar)-/.test(pathname) || pathname === '/healthz',
    route => (isLost ? route.abort() : route.continue())
  )
  await page.goto(`/projects/${id}/dashboard`)
  await page.getByRole('heading', { level: 1, name: 'Reef' }).waitFor()
  const bar = page.getByRole('navigation', { name: 'Project sections' })
  t.equal(await bar.count(), 0)
  isLost = false
  await bar.waitFor()
})

t.test('closing the page requires confirmation while a change is being sent, and not afterwards', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  await page.goto('/projects/new')
  await page.getByLabel('Title').fill('Skagerrak')
  const sending = await holdRequests(page, '**/api/projects')
  await page.getByRole('button', { name: 'Create project' }).click()
  await sending.arrived
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  t.equal(dialog.type(), 'beforeunload')
  await dialog.dismiss()
  sending.release()
  await page.getByRole('heading', { level: 1, name: 'Skagerrak' }).waitFor()
  await page.waitForFunction(() => {
    const closing = new Event('beforeunload', { cancelable: true })
    return window.dispatchEvent(closing)
  })
})

t.test('a menu whose code cannot be loaded closes with a notice, and opens once the server is back', async t => {
  const page = await openApp(t, browser, url, { as: ana, viewport: wide })
  let isLost = true
  await page.route(
    ({ pathname }) => pathname.startsWith('/assets/anchored-menu-') || pathname === '/healthz',
    route => (isLost ? route.abort() : route.continue())
  )
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const button = page.getByRole('button', { name: 'Account', exact: true })
  const closed = button.and(page.locator('[aria-expanded="false"]'))
  const open = button.and(page.locator('[aria-expanded="true"]'))
  const notice = page.getByRole('region', { name: /Messages/ }).getByText('The menu could not be opened')
  await button.click()
  await notice.waitFor()
  await closed.waitFor()
  t.ok(await button.evaluate(element => element === document.activeElement), 'the focus stays')
  t.equal(await page.getByRole('menu').count(), 0)
  await page.getByText('It could not be loaded. Check the connection and try again.').waitFor()
  await checkAccessibility(t, page, 'a menu that did not open')

  for (const cancel of ['Escape', 'Enter']) {
    await page.keyboard.press('Enter')
    await open.waitFor()
    await page.keyboard.press(cancel)
    await closed.waitFor()
  }
  isLost = false
  t.equal(await page.getByRole('menu').count(), 0)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
  await gone(notice)
})

t.test('times in full are reached by keyboard, by the link in their row or in a list without links', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: wide })
  const { id } = await makeProject(page, 'Guyot')
  const exact = /\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC/
  await page.goto('/dashboard')
  const link = page.getByRole('listitem').filter({ hasText: 'started the project' }).getByRole('link', { name: 'Guyot' })
  await link.waitFor()
  await link.evaluate(element => element.setAttribute('data-wanted', ''))
  await until(
    async () => {
      await page.keyboard.press('Tab')
      return page.evaluate(() => document.activeElement?.hasAttribute('data-wanted'))
    },
    isThere => isThere === true
  )
  await page.getByRole('tooltip', { name: exact }).waitFor()
  t.match(await link.evaluate(element => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent), exact)

  await page.goto(`/projects/${id}/dashboard`)
  const list = page.getByRole('list', { name: 'Activity' })
  await list.waitFor()
  const shown = () =>
    list
      .locator('time')
      .first()
      .evaluate(time => getComputedStyle(time, '::after').content)
  t.notMatch(await shown(), exact)
  await page.keyboard.press('Tab')
  await list.focus()
  t.match(await shown(), exact)
  await checkAccessibility(t, page, 'a list with the times in full')

  const { projectId, mediaIds } = await annotatedProject(page, 'Ridge', ['dive-8.png'], [{ label: 'Geodia barretti', image: 0, count: 1 }])
  const [drawn] = await annotationsOf(page, mediaIds[0]!)
  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}&select=${drawn!.id}`)
  const alone = page.locator('time[tabindex="0"]')
  await alone.waitFor()
  const isShown = () =>
    page
      .getByRole('tooltip', { name: exact })
      .waitFor({ timeout: 3000 })
      .then(
        () => true,
        () => false
      )
  // a picture that has just been drawn takes the focus back
  await until(async () => {
    await page.keyboard.press('Tab')
    await alone.focus()
    return isShown()
  }, Boolean)
})
