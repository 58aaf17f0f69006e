// About: web/routes/public, web/routes/auth/login.tsx, web/app/draw.tsx, web/main.tsx, web/layouts/public/public-layout.tsx, web/features/showcase
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import t from 'tap'
import { privacyText } from '../../web/routes/public/legal/privacy-text.ts'
import { termsText } from '../../web/routes/public/legal/terms-text.ts'
import { atRest, bytesOf, faultsFoundByAxe } from '../support/browser.ts'
import { freshPage, hasChromium, launchChromium } from '../support/chromium.ts'
import { copiedBy } from '../support/clipboard.ts'
import { listeningGateway } from '../support/gateway.ts'

const webRoot = process.env.TEST_WEB_ROOT ?? fileURLToPath(new URL('../../web/dist', import.meta.url))
/** The discard port, on which nothing listens: public pages must work without a backend. */
const noBackend = 'http://127.0.0.1:9'

const paths = [
  '/',
  '/pricing',
  '/about',
  '/terms',
  '/privacy',
  '/blog',
  '/blog/how-ai-transforms-marine-research',
  '/blog/top-marine-conservation-technologies'
] as const
/** Pages that the build prerenders. */
const prerendered = [...paths, '/login'] as const
/** Scripts that can be held back. The theme's script is not among them, because the page waits for it. */
const heldScripts = /\/assets\/(?!theme-)[\w.-]+\.js$/
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const themes = ['light', 'dark'] as const

/** Layout shift, with the parts that moved. */
interface Shift {
  value: number
  moved: string[]
}

interface LayoutShiftSource {
  node: Node | null
  previousRect: DOMRectReadOnly
  currentRect: DOMRectReadOnly
}

/** Not among the types of TypeScript: https://wicg.github.io/layout-instability */
interface LayoutShift extends PerformanceEntry {
  value: number
  sources: LayoutShiftSource[]
}

/** Runs in the page: whether a button confirms a copy. */
const isConfirmed = () =>
  [...document.querySelectorAll('button')].some(button => (button.ariaLabel ?? button.textContent)?.trim() === 'Copied')

const missing = !hasChromium ? 'no Chromium here' : !existsSync(`${webRoot}/index.html`) ? 'the web app is not built' : false

t.test('public pages', { skip: missing }, async t => {
  const { url } = await listeningGateway(t, noBackend, { webRoot })
  const browser = await launchChromium(t)

  for (const path of paths) {
    t.test(`${path} has one h1, ordered headings, landmarks, and no fault by axe, in both themes and sizes`, async t => {
      const page = await scrolled(() => opened(browser, url + path))
      const levels = await page.locator('h1, h2, h3, h4').evaluateAll(all => all.map(heading => Number(heading.tagName[1])))
      t.equal(levels.filter(level => level === 1).length, 1)
      t.equal(levels[0], 1)
      t.ok(
        levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1),
        `levels ${levels}`
      )
      for (const landmark of ['banner', 'main', 'contentinfo'] as const) t.equal(await page.getByRole(landmark).count(), 1, landmark)
      for (const colorScheme of themes) {
        for (const [size, viewport] of Object.entries(sizes)) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize(viewport)
          t.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width, `nothing overflows on ${size}`)
          await page.evaluate(atRest)
          const rules = colorScheme === 'light' ? 'all' : 'colours'
          t.same(await faultsFoundByAxe(page, { rules }), [], `axe, ${colorScheme}, ${size}`)
        }
      }
      await page.context().close()
    })
  }

  t.test('pages load without errors, from this server alone, and hardly shift while loading', async t => {
    for (const path of prerendered) {
      const troubles: string[] = []
      const elsewhere: string[] = []
      const page = await scrolled(() => watched(browser, url, path, troubles, elsewhere))
      t.ok(
        await page.evaluate(() => document.querySelector('h1') === (window as unknown as { drawn: Element | null }).drawn),
        `${path} is not redrawn`
      )
      t.same(troubles, [], `${path} has no errors`)
      t.same(elsewhere, [], `${path} requests no other server`)
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
      const shift = shifts.reduce((sum, { value }) => sum + value, 0)
      t.ok(shift <= 0.02, `${path} shifts by ${shift}: ${shifts.flatMap(({ moved }) => moved).join(', ')}`)
      await page.context().close()
    }
  })

  t.test('public pages can be read without scripts', async t => {
    const page = await freshPage(browser, { javaScriptEnabled: false })
    for (const path of prerendered) {
      await page.goto(url + path)
      t.ok(await page.getByRole('heading', { level: 1 }).isVisible(), path)
    }
    await page.context().close()
  })

  t.test('input into the sign-in page before its scripts run is kept, and not sent by the browser itself', async t => {
    const page = await freshPage(browser)
    const scripts = Promise.withResolvers<void>()
    await page.route(heldScripts, async route => {
      await scripts.promise
      await route.continue()
    })
    await page.goto(`${url}/login`, { waitUntil: 'domcontentloaded' })
    const email = page.getByLabel('E-mail')
    const password = page.getByLabel('Password', { exact: true })
    const button = page.getByRole('button', { name: 'Sign in' })
    await email.fill('ada@lab.example')
    await password.fill('a long enough passwor')
    await password.press('Enter')
    t.ok(await button.isDisabled())
    t.ok(await page.getByRole('button', { name: 'Show password' }).isDisabled(), 'a click would be lost')

    scripts.resolve()
    await takenOver(page)
    await page.getByRole('button', { name: 'Show password' }).click()
    t.equal(await password.getAttribute('type'), 'text')
    await button.and(page.locator(':enabled')).waitFor()
    t.equal(await email.inputValue(), 'ada@lab.example')
    t.equal(new URL(page.url()).search, '', 'the address does not contain the password')
    await password.press('End')
    await password.pressSequentially('d')
    const [request] = await Promise.all([page.waitForRequest(/\/api\/auth\/login$/), password.press('Enter')])
    t.same(Object.fromEntries(new URLSearchParams(request.postData() ?? '')), {
      username: 'ada@lab.example',
      password: 'a long enough password'
    })
    await page.context().close()
  })

  t.test('the sign-in form is hidden from people with a session until they are redirected', async t => {
    const page = await freshPage(browser)
    await page.addInitScript(() => localStorage.setItem('isobath.session', '{}'))
    const scripts = Promise.withResolvers<void>()
    await page.route(heldScripts, async route => {
      await scripts.promise
      await route.continue()
    })
    await page.goto(`${url}/login`, { waitUntil: 'domcontentloaded' })
    const heading = page.getByRole('heading', { name: 'Sign in', includeHidden: true })
    await heading.waitFor({ state: 'attached' })
    t.notOk(await heading.isVisible())
    scripts.resolve()
    await page.waitForFunction(() => !document.querySelector('#root[data-built]')) // the app has taken over
    await page.context().close()
  })

  t.test('the reading typeface is fetched by articles, but not for signing in', async t => {
    const fetched = async (path: string) => {
      const page = await freshPage(browser)
      const fonts: string[] = []
      page.on('request', request => request.resourceType() === 'font' && fonts.push(request.url()))
      await page.goto(url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      await page.context().close()
      return fonts.some(font => font.includes('source-serif'))
    }
    t.ok(await fetched('/about'))
    t.notOk(await fetched('/login'))
  })

  t.test('/features and /demo open the landing page at their section', async t => {
    for (const [path, name] of [
      ['/features', 'Three surveys, worked through'],
      ['/demo', 'Try it on a drawn frame']
    ] as const) {
      const page = await opened(browser, url + path)
      const heading = page.getByRole('heading', { name })
      await page.waitForFunction(
        element => {
          const top = (element as HTMLElement | null)?.getBoundingClientRect().top ?? -1
          return top >= 0 && top < innerHeight / 2
        },
        await heading.elementHandle()
      )
      t.ok(await heading.isVisible(), path)
      t.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'The open lab for underwater images')
      await page.context().close()
    }
  })

  t.test('the sample is loaded when it becomes visible', async t => {
    const page = await freshPage(browser, { viewport: { width: 1280, height: 640 } })
    const scripts: string[] = []
    page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.goto(url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await takenOver(page)
    t.notOk(scripts.some(script => script.includes('showcase')))
    await page.getByRole('heading', { name: 'Try it on a drawn frame' }).evaluate(heading => heading.scrollIntoView())
    await page.getByRole('application').waitFor()
    t.ok(scripts.some(script => script.includes('showcase')))
    await page.context().close()
  })

  t.test('the sample works by keyboard alone: annotate, label, box, remove, undo', async t => {
    const page = await opened(browser, `${url}/demo`)
    const frame = page.getByRole('application')
    await frame.waitFor()
    for (let presses = 0; presses < 60 && !(await hasFocus(page, 'application')); presses++) await page.keyboard.press('Tab')
    t.ok(await hasFocus(page, 'application'), 'Tab reaches the frame')
    const rows = page.getByRole('region', { name: 'Occurrence table' }).locator('tbody tr')

    await page.keyboard.press('4')
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    t.match(await page.getByRole('status').first().textContent(), /^Sea star, point, 65 % from the left, 50 % from the top\. 1 in all\.$/)
    t.match(await rows.first().textContent(), /Asteroidea.*taxname:123080/)

    await page.keyboard.press('s')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    t.equal(await rows.count(), 2)
    await page.keyboard.press('Delete')
    t.equal(await rows.count(), 1)
    await page.keyboard.press('Control+z')
    t.equal(await rows.count(), 2)
    await page.context().close()
  })

  t.test('the sample works by pointer: a point, a dragged box, a comparison, a file', async t => {
    const page = await opened(browser, `${url}/demo`, { viewport: { width: 1440, height: 1300 } })
    const frame = page.getByRole('application')
    await frame.waitFor()
    await frame.scrollIntoViewIfNeeded()
    await page.evaluate(atRest)
    const box = await frame.boundingBox()
    const at = (x: number, y: number) => [box!.x + x * box!.width, box!.y + y * box!.height] as const
    await page.getByRole('radio', { name: /Sea cucumber/ }).check()
    await page.mouse.click(...at(0.27, 0.37))
    await page.getByRole('radio', { name: /Sea lily/ }).check()
    await page.getByRole('button', { name: 'Box' }).click()
    await page.mouse.move(...at(0.78, 0.14))
    await page.mouse.down()
    await page.mouse.move(...at(0.9, 0.36), { steps: 4 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Compare with the drawn animals' }).click()
    t.match(await page.getByRole('status').last().textContent(), /You found 2 of the 14 animals.*named 2 of them as drawn/)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save CSV' }).click()
    const lines = (await bytesOf(await download)).toString().trim().split('\n')
    t.equal(lines.length, 3)
    t.match(lines[1], /Holothuroidea.*MachineObservation,ValidatedByHuman/)
    await page.context().close()
  })

  t.test('costs follow the prices that the reader enters, and unreadable input is reported', async t => {
    const page = await opened(browser, `${url}/pricing`)
    await page.getByText('enter your prices').first().waitFor()
    t.equal(await page.getByText('enter your prices').count(), 2)
    await page.getByLabel('Images per year').fill('1200')
    await page.getByLabel('Size per image').fill('10')
    await page.getByLabel('Kept for').fill('2')
    await page.getByLabel('Previews and tiles').fill('50')
    await page.getByLabel('Your storage price').fill('1,0')
    await page.getByLabel('Your machine price').fill('10')
    const sums = page.locator('dl').first()
    t.match(await sums.textContent(), /After 2 years72 GB.*Last month82.*All years1,140/)
    await page.getByLabel('Kept for').fill('soon')
    t.ok(await page.getByText('Enter a number from 1 to 50').isVisible())
    await page.context().close()
  })

  t.test('figures have a name, a description, and a table that can be saved', async t => {
    for (const path of paths.filter(path => path.startsWith('/blog/'))) {
      const page = await opened(browser, url + path)
      const figures = page.getByRole('figure')
      t.ok((await figures.count()) >= 2, path)
      for (const figure of await figures.all()) {
        const drawing = figure.locator('svg[role="img"]')
        t.ok(((await drawing.getAttribute('aria-label')) ?? '').length > 20)
        t.ok(((await drawing.locator('desc').textContent()) ?? '').length > 40)
        await figure.getByText('The figure as a table').click()
        t.ok((await figure.getByRole('row').count()) > 3)
        for (const [button, ending] of [
          ['Save as CSV', '.csv'],
          ['Save as SVG', '.svg']
        ] as const) {
          const download = page.waitForEvent('download')
          await figure.getByRole('button', { name: button }).click()
          t.ok((await download).suggestedFilename().endsWith(ending))
        }
      }
      await page.context().close()
    }
  })

  t.test('articles link to their neighbours, and notes link there and back', async t => {
    const page = await opened(browser, `${url}/blog`)
    await page.getByRole('link', { name: 'How AI transforms marine research' }).click()
    await page.getByRole('heading', { level: 1, name: 'How AI transforms marine research' }).waitFor()
    await page.getByRole('link', { name: 'Note 1', exact: true }).click()
    await page.waitForURL(/#note-dwc$/)
    await page.getByRole('link', { name: 'Back to the text at note 1' }).click()
    await page.waitForURL(/#ref-dwc$/)
    await page.getByRole('link', { name: /^Previous/ }).click()
    await page.getByRole('heading', { level: 1, name: /Top marine conservation technologies/ }).waitFor()
    t.ok(await page.getByRole('link', { name: /^Next/ }).isVisible())
    await page.context().close()
  })

  t.test('the blog has a feed, discoverable without scripts, and linked for people', async t => {
    const page = await opened(browser, `${url}/blog`)
    const link = page.getByRole('link', { name: 'Atom feed' })
    const address = await link.evaluate(element => (element as HTMLAnchorElement).href)
    const html = await (await fetch(`${url}/blog`, { headers: { accept: 'text/html' } })).text()
    const found = /<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]+)"/.exec(html)
    t.equal(new URL(found?.[1] ?? '', url).href, address)

    const answer = await fetch(address)
    t.equal(answer.status, 200)
    t.match(answer.headers.get('content-type'), /^application\/atom\+xml/)
    t.equal(answer.headers.get('cache-control'), 'no-cache')
    const articles = await page.evaluate(async address => {
      const feed = new DOMParser().parseFromString(await (await fetch(address)).text(), 'application/xml')
      return [...feed.querySelectorAll('entry > link')].map(link => new URL(link.getAttribute('href') ?? '', address).pathname)
    }, address)
    const shown = await page
      .getByRole('article')
      .getByRole('link')
      .evaluateAll(all => all.map(one => (one as HTMLAnchorElement).pathname))
    t.ok(shown.length >= 2)
    t.same(articles, shown)
    await page.context().close()
  })

  t.test('BibTeX is copied with the version of this installation', async t => {
    const page = await opened(browser, `${url}/about`)
    const confirmed = page.waitForFunction(isConfirmed, undefined, { polling: 'raf' }) // it is shown for two seconds
    const copied = await copiedBy(page, () => page.getByRole('button', { name: 'Copy BibTeX' }).click())
    await confirmed
    t.match(copied, /@software\{isobath,[\s\S]*version = \{0\.0\.0-test\}/)
    await page.context().close()
  })

  t.test('terms and privacy show their date and link to their sections; print omits the contents', async t => {
    for (const [path, text] of [
      ['/terms', termsText],
      ['/privacy', privacyText]
    ] as const) {
      const page = await opened(browser, url + path)
      const contents = page.getByRole('navigation', { name: 'Contents' })
      t.equal(await contents.getByRole('link').count(), await page.locator('main h2[id]').count())
      t.equal(await page.locator('main time').first().getAttribute('datetime'), text.date)
      await page.emulateMedia({ media: 'print' })
      t.notOk(await contents.isVisible())
      await page.context().close()
    }
  })
})

async function opened(browser: Browser, address: string, options: Parameters<typeof freshPage>[1] = {}): Promise<Page> {
  const page = await freshPage(browser, { viewport: sizes.wide, ...options })
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await takenOver(page)
  return page
}

/** Resolves when React begins to hydrate the prerendered page. */
const takenOver = (page: Page) => page.locator('#root:not([data-built])').waitFor({ state: 'attached' })

/** Opens a page that records its layout shifts, its first heading, its errors and its requests to other servers. */
async function watched(browser: Browser, url: string, path: string, troubles: string[], elsewhere: string[]): Promise<Page> {
  troubles.length = 0 // of an earlier attempt
  elsewhere.length = 0
  const page = await freshPage(browser, { viewport: sizes.wide })
  page.on('console', message => message.type() === 'error' && troubles.push(message.text()))
  page.on('pageerror', error => troubles.push(error.message))
  page.on('request', request => !request.url().startsWith(url) && !/^(data|blob):/.test(request.url()) && elsewhere.push(request.url()))
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    const described = ({ node, previousRect: from, currentRect: to }: LayoutShiftSource) =>
      `${node?.textContent?.trim().slice(0, 40) ?? 'a part that is gone'} from ${from.x}, ${from.y} to ${to.x}, ${to.y}`
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) shifts.push({ value, moved: sources.map(described) })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => Object.assign(window, { drawn: document.querySelector('h1') }))
  )
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await takenOver(page)
  return page
}

/** Time for one frame of a page, in milliseconds. Longer means that the browser draws none. */
const frameLimitMs = 30_000

/**
 * Opens a page and scrolls through it, so that parts that load on sight are there. Under load, the software compositor of Chromium can lose the
 * drawing of a tile. It then waits for it forever and draws no frame of this page, whose scripts go on. Such a page is opened again.
 */
async function scrolled(open: () => Promise<Page>): Promise<Page> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const page = await open()
    if (await scrolledThrough(page)) return page
    await page.context().close()
  }
  throw new Error('The browser draws no frames')
}

/** Scrolls to the end of the page, frame by frame. @returns whether the browser drew the frames */
async function scrolledThrough(page: Page): Promise<boolean> {
  const drawn = await page.evaluate(async limitMs => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 500) {
      scrollTo(0, y)
      const frame = new Promise<true>(resolve => requestAnimationFrame(() => setTimeout(() => resolve(true))))
      const limit = new Promise<false>(resolve => setTimeout(() => resolve(false), limitMs))
      if (!(await Promise.race([frame, limit]))) return false
    }
    return true
  }, frameLimitMs)
  if (drawn && (await page.locator('#demo').count())) await page.getByRole('application').waitFor()
  return drawn
}

const hasFocus = (page: Page, role: string): Promise<boolean> =>
  page.evaluate(wanted => document.activeElement?.getAttribute('role') === wanted, role)
