// About: web/sync, web/app/lost-files.ts, web/features/annotate/document, web/layouts/offline-strip.tsx
import { join } from 'node:path'
import type { BrowserContext, Page, Route } from 'playwright-core'
import t from 'tap'
import { annotate, annotateBench, annotationsOf, clickAt, count, saved } from '../support/annotate-screen.ts'
import { sharedApp, startApp } from '../support/app.ts'
import { answerCall, callApi, holdRequests } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { startKillableApp } from '../support/durability/killable-server.ts'
import type { PhotographName } from '../support/photographs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { storedEdits } from '../support/waiting.ts'

const browser = await launchChromium(t)
const frameGrab: PhotographName[] = ['rov-framegrab-with-gps-2019.jpg']
const carriesEdits = (url: string | URL) => String(url).endsWith('/annotations/operations')
const waiting = (page: Page, edits: number) => page.getByText(`Offline, ${edits} waiting`).waitFor()

/** Runs in the page: whether each style sheet of that name can be read. Sheets that failed to load are listed too. */
function readableStyles(name: string): boolean[] {
  return [...document.styleSheets]
    .filter(({ href }) => href?.includes(name))
    .map(sheet => {
      try {
        return sheet.cssRules.length > 0
      } catch {
        return false
      }
    })
}

const revisions = async (page: Page, mediaId: string) => (await annotationsOf(page, mediaId)).map(({ revision }) => revision)
const places = async (page: Page, mediaId: string) =>
  new Set((await annotationsOf(page, mediaId)).map(({ shape }) => JSON.stringify(shape))).size

t.test('styles that could not be fetched are applied once the network is back', async t => {
  const { page, projectId, media } = await annotateBench(t, browser, await startApp(t), frameGrab)
  const styles = /label-card-.*\.css$/
  const refused = page.waitForEvent('requestfailed', request => styles.test(request.url()))
  await page.route(styles, route => route.abort('internetdisconnected'))
  await annotate(page, projectId, media[0]!.id)
  await refused
  await page.unroute(styles)
  await page.keyboard.press('1')
  await page.getByRole('combobox', { name: 'Number key of Porifera', exact: true }).waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const seen = await until(
    () => page.evaluate(readableStyles, 'label-card'),
    ([isThere]) => isThere === true
  )
  t.same(seen, [true])
})

t.test('the server is killed with SIGKILL twice while edits are being sent: each drawn shape is saved exactly once', async t => {
  const dataDir = join(temporaryFolder(t), 'data')
  let server = await startKillableApp({ DATA_DIR: dataDir })
  t.teardown(() => server.kill())
  const { url } = server
  const startAgain = async () => {
    server = await startKillableApp({ DATA_DIR: dataDir, PORT: new URL(url).port })
    t.equal(server.url, url)
  }
  const { page, projectId, media, labels } = await annotateBench(t, browser, url, frameGrab)
  const mediaId = media[0]!.id
  const canvas = await annotate(page, projectId, mediaId)
  await page.keyboard.press('1')
  await page.keyboard.press('a')
  await clickAt(page, canvas, [0.2, 0.2])
  await saved(page)

  const isSent = page.waitForRequest(request => carriesEdits(request.url()))
  await clickAt(page, canvas, [0.3, 0.3])
  await isSent
  await server.kill()
  await clickAt(page, canvas, [0.4, 0.3], [0.5, 0.3])
  await count(page, '4 annotations')
  await page.getByText(/Offline, [23] waiting/).waitFor()
  await startAgain()
  await saved(page)
  t.same(await revisions(page, mediaId), [1, 1, 1, 1])

  const losesAnswer = async (route: Route) => {
    const answer = await route.fetch()
    t.equal(answer.status(), 200)
    await server.kill()
    await route.abort('connectionreset')
  }
  await page.route(carriesEdits, losesAnswer, { times: 1 })
  await clickAt(page, canvas, [0.3, 0.5])
  await waiting(page, 1)
  await page.getByRole('tree', { name: 'Annotations of this image' }).getByRole('treeitem', { level: 2 }).last().click()
  await page.keyboard.press('2')
  await waiting(page, 2)
  await page.keyboard.press('a')
  await clickAt(page, canvas, [0.5, 0.5])
  await waiting(page, 3)
  await startAgain()
  await saved(page)
  t.same(await revisions(page, mediaId), [1, 1, 1, 1, 2, 1], 'an edit whose answer was lost is applied once')
  t.equal(await places(page, mediaId), 6)
  const names = (await annotationsOf(page, mediaId)).map(({ labelId }) => labels.findIndex(({ id }) => id === labelId) + 1)
  t.same(names, [1, 1, 1, 1, 2, 2])

  await page.reload()
  await count(page, '6 annotations')
  await saved(page)
})

t.test('in a browser with a server that keeps running', async t => {
  const { url } = await sharedApp(t)

  async function openedAgain(context: BrowserContext, projectId: string, mediaId: string): Promise<Page> {
    await context.setOffline(false)
    const next = await context.newPage()
    await next.goto(`/projects/${projectId}/annotate?image=${mediaId}`)
    return next
  }

  t.test('without a network no request waits, and closing the tab loses nothing', async t => {
    const { page, projectId, media } = await annotateBench(t, browser, url, frameGrab)
    const canvas = await annotate(page, projectId, media[0]!.id)
    await page.keyboard.press('1')
    await page.keyboard.press('a')
    await clickAt(page, canvas, [0.3, 0.3])
    await saved(page)
    await page.getByRole('button', { name: 'This image is in progress' }).waitFor()
    const place = (await canvas.boundingBox())!
    await page.context().setOffline(true)
    const strip = (await page.getByText('You are offline').boundingBox())!
    t.same(await canvas.boundingBox(), place, 'the canvas stays under the hand')
    t.ok(strip.y >= place.y + place.height, 'the notice lies below it')
    await clickAt(page, canvas, [0.4, 0.4], [0.5, 0.5])
    await count(page, '3 annotations')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'This image is done' }).waitFor()
    await waiting(page, 3)
    await until(
      () => storedEdits(page),
      count => count === 3
    )
    await page.close({ runBeforeUnload: false })

    const next = await openedAgain(page.context(), projectId, media[0]!.id)
    await count(next, '3 annotations')
    await saved(next)
    t.equal((await annotationsOf(next, media[0]!.id)).length, 3)
    await next.getByRole('button', { name: 'This image is done' }).waitFor()
    t.match(await callApi(next, 'GET', `/projects/${projectId}/progress`), { images: { done: 1, inWork: 0 } })
  })

  t.test(
    'the canvas is busy while annotations load; if they cannot be loaded, the reason is given, and another try shows them',
    async t => {
      const { page, projectId, media } = await annotateBench(t, browser, url, frameGrab)
      const mediaId = media[0]!.id
      const shape = { kind: 'point', x: 300, y: 300 }
      const operation = { id: crypto.randomUUID(), kind: 'create', annotationId: crypto.randomUUID(), mediaId, shape, labelId: null }
      await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations: [operation] })
      const list = `**/api/media/${mediaId}/annotations`
      const end = Promise.withResolvers<void>()
      await page.route(list, async route => {
        await end.promise
        await route.abort('internetdisconnected')
      })
      await page.goto(`/projects/${projectId}/annotate?image=${mediaId}`)
      const canvas = page.getByRole('application')
      await canvas.and(page.locator('[aria-busy=true]')).waitFor()
      await page.getByRole('heading', { name: 'Annotations', exact: true }).waitFor()
      t.equal(await page.getByText('No annotations on this image yet').count(), 0, 'an unknown number is not zero')
      t.notMatch(await canvas.getAttribute('aria-label'), /0 annotations/, 'nor in the name of the canvas')
      end.resolve()
      const reason = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })
      await reason.waitFor()
      await canvas.and(page.locator('[aria-busy=false]')).waitFor()
      await page.unroute(list)
      await reason.getByRole('button', { name: 'Try again' }).click()
      await count(page, '1 annotation')
    }
  )

  t.test('an undo that cannot read its image gives the reason and keeps the step', async t => {
    const { page, projectId, media } = await annotateBench(t, browser, url, [...frameGrab, 'rov-seafloor-2022.jpg'])
    const [first, second] = media.map(({ id }) => id)
    const canvas = await annotate(page, projectId, first!)
    await page.keyboard.press('1')
    await page.keyboard.press('a')
    await clickAt(page, canvas, [0.3, 0.3])
    await saved(page)
    const ofFirst = `**/api/media/${first}/annotations`
    await page.route(ofFirst, route => route.abort('internetdisconnected'))
    await annotate(page, projectId, second!)
    await page.keyboard.press('Control+z')
    const notice = page.getByRole('alertdialog').filter({ hasText: 'The step was not undone' })
    await notice.getByText('The server cannot be reached').waitFor()
    await page.keyboard.press('Control+z')
    await notice.waitFor()
    t.equal(await notice.count(), 1)
    t.ok(page.url().includes(second!))
    await page.unroute(ofFirst)
    await page.keyboard.press('Control+z')
    await page.waitForURL(address => address.href.includes(first!))
    await count(page, '0 annotations')
    await saved(page)
    t.same(await annotationsOf(page, first!), [])
  })

  t.test('a held undo key ends on the image of the last step that it undid', async t => {
    const { page, projectId, media } = await annotateBench(t, browser, url, [...frameGrab, 'rov-seafloor-2022.jpg'])
    const [first, second] = media.map(({ id }) => id)
    for (const id of [first!, second!]) {
      const canvas = await annotate(page, projectId, id)
      await page.keyboard.press('1')
      await page.keyboard.press('a')
      await clickAt(page, canvas, [0.3, 0.3])
      await saved(page)
    }
    const held = await holdRequests(page, `**/api/media/${second}/annotations`)
    await annotate(page, projectId, first!)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await held.arrived
    held.release()
    await page.getByRole('button', { name: 'Undo' }).and(page.locator(':disabled')).waitFor()
    await saved(page)
    await page.waitForURL(address => address.href.includes(first!))
    await page.getByRole('application', { name: media[0]!.fileName }).and(page.locator('[aria-busy=false]')).waitFor()
    await count(page, '0 annotations')
    t.same(await Promise.all([first!, second!].map(async id => (await annotationsOf(page, id)).length)), [0, 0])
  })

  t.test('a part that is not loaded when the network fails leaves the rest in place, and appears when the network returns', async t => {
    const { page, projectId, media } = await annotateBench(t, browser, url, frameGrab)
    const part = /\/assets\/selection-panel-[^/]*\.js$/
    await page.route(part, route => route.abort())
    const canvas = await annotate(page, projectId, media[0]!.id)
    await count(page, '0 annotations')
    await page.context().setOffline(true)
    await page.keyboard.press('1')
    await page.keyboard.press('a')
    await clickAt(page, canvas, [0.3, 0.3])
    await count(page, '1 annotation')
    await clickAt(page, canvas, [0.5, 0.5])
    await count(page, '2 annotations')
    t.equal(await page.getByLabel('Certainty').count(), 0)
    await page.unroute(part)
    await page.context().setOffline(false)
    await page.getByLabel('Certainty').waitFor()
    await saved(page)
  })

  t.test('a refused work state is withdrawn with a notice', async t => {
    const { page, projectId, media } = await annotateBench(t, browser, url, frameGrab)
    await annotate(page, projectId, media[0]!.id)
    await page.getByRole('button', { name: 'This image is not seen' }).waitFor()
    await answerCall(page, 'PUT', /work-state$/, { status: 403, json: { status: 403, code: 'FORBIDDEN', detail: 'No' } })
    await page.keyboard.press('Control+Enter')
    await page.getByText('The work state of an image could not be saved').waitFor()
    await page.getByRole('button', { name: 'This image is not seen' }).waitFor()
    await saved(page)
  })

  t.test('the renderer of the tab crashes while edits are unsent: nothing is lost', async t => {
    const { page, projectId, media } = await annotateBench(t, browser, url, frameGrab)
    const canvas = await annotate(page, projectId, media[0]!.id)
    await page.keyboard.press('1')
    await page.keyboard.press('a')
    await clickAt(page, canvas, [0.3, 0.3])
    await saved(page)
    await page.context().setOffline(true)
    await clickAt(page, canvas, [0.4, 0.4], [0.5, 0.5])
    await waiting(page, 2)
    const devTools = await page.context().newCDPSession(page)
    const hasCrashed = page.waitForEvent('crash')
    await clickAt(page, canvas, [0.6, 0.6])
    await until(
      () => storedEdits(page),
      stored => stored === 3
    )
    void devTools.send('Page.crash').catch(() => {}) // no page is left to answer
    await hasCrashed
    await page.close()

    const next = await openedAgain(page.context(), projectId, media[0]!.id)
    await count(next, '4 annotations')
    await saved(next)
    t.equal(await places(next, media[0]!.id), 4)
    t.same(await revisions(next, media[0]!.id), [1, 1, 1, 1])
  })

  t.test(
    'the network is cut for a minute of the page’s own clock: retries become rarer, drawing continues, and everything is saved',
    async t => {
      const { page, projectId, media } = await annotateBench(t, browser, url, frameGrab)
      await page.clock.install()
      const canvas = await annotate(page, projectId, media[0]!.id)
      await page.keyboard.press('1')
      await page.keyboard.press('a')
      await clickAt(page, canvas, [0.2, 0.3])
      await saved(page)

      let tries = 0
      page.on('requestfailed', request => {
        if (carriesEdits(request.url())) tries++
      })
      await page.context().setOffline(true)
      for (let second = 0; second < 60; second++) {
        if (second % 12 === 0) await clickAt(page, canvas, [0.3 + second / 120, 0.5])
        await page.clock.runFor(1000)
        await page.waitForTimeout(50) // a refused request takes real time
      }
      await count(page, '6 annotations')
      await waiting(page, 5)
      t.ok(tries >= 5 && tries <= 8, `${tries} tries within the minute`)
      t.equal((await annotationsOf(page, media[0]!.id)).length, 1)
      await page.context().setOffline(false)
      await saved(page)
      t.same(await revisions(page, media[0]!.id), [1, 1, 1, 1, 1, 1])
      t.equal(await places(page, media[0]!.id), 6)
    }
  )
})
