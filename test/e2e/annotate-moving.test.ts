// About: web/canvas, web/features/annotate/moving/use-steps.ts, web/features/annotate/panels/image-strip.tsx
import type { Browser, Page } from 'playwright-core'
import t from 'tap'
import type { Label } from '../../shared/contracts/taxonomy.ts'
import { annotationsOf, canvasShare, clickAt, count, fromMenu, saved } from '../support/annotate-screen.ts'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { atRest, callApi, checkAccessibility, gone, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { copiedBy } from '../support/clipboard.ts'

const { url } = await sharedApp(t)
const browser: Browser = await launchChromium(t)

/** A project with one large picture per count (a.png, b.png, …), and that many boxes in its upper left corner. */
const reef = (page: Page, counts: readonly number[]) =>
  annotatedProject(
    page,
    'Reef',
    counts.map((_count, image) => `${'abcdef'[image]}.png`),
    counts.map((count, image) => ({ label: 'Porifera', image, count })),
    { width: 2400, height: 1800 }
  )

const objects = (page: Page) => page.getByRole('tree', { name: 'Annotations of this image' }).getByRole('treeitem', { level: 2 })
const shows = (page: Page, fileName: string) => page.getByRole('heading', { level: 1, name: fileName }).waitFor()
const zoomIs = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor()

/** Centre of the view in pixels of the picture, from the link to it. */
async function seenAt(page: Page): Promise<{ x: string; y: string; zoom: string }> {
  const link = await copiedBy(page, () => fromMenu(page, 'Copy a link to this view'))
  const [x, y, zoom] = new URL(link).searchParams.get('v')!.split(',') as [string, string, string]
  return { x, y, zoom }
}
const whole = { x: '1200.0', y: '900.0' }
/** Coordinates of three digits before the decimal point. */
const inCorner = { x: /^\d{3}\./, y: /^\d{3}\./ }

t.test('a link to an annotation opens at it, the next image opens whole, and the list scrolls an annotation into view', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { projectId, mediaIds } = await reef(page, [1, 1])
  const [drawn] = await annotationsOf(page, mediaIds[0]!)
  const next = page.getByRole('button', { name: 'Next image' })

  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}&v=1500.0,1200.0,1.5`)
  await zoomIs(page, '150 %')
  await next.click()
  await shows(page, 'b.png')
  t.match(await seenAt(page), whole, 'whole')

  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}&select=${drawn!.id}`)
  await zoomIs(page, '200 %')
  t.match(await seenAt(page), inCorner, 'the corner that contains it')
  await next.click()
  await shows(page, 'b.png')
  t.match(await seenAt(page), whole)

  const option = page.getByRole('treeitem', { level: 2, name: /Porifera.*box/ })
  await option.click()
  t.match(await seenAt(page), whole, 'it is in view: nothing moves')
  await page.getByRole('application').focus()
  await page.keyboard.press('+')
  await zoomIs(page, '100 %')
  await option.click()
  t.match(await seenAt(page), { ...inCorner, zoom: '1' }, 'it is brought into view without zooming in')
})

t.test('a key pressed before the next image is drawn does not affect the previous one', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds } = await reef(page, [1, 1])
  const [drawn] = await annotationsOf(page, mediaIds[0]!)
  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}&select=${drawn!.id}`)
  await page.getByLabel('Certainty').waitFor()
  await page.getByRole('button', { name: 'Next image' }).and(page.locator(':enabled')).waitFor()
  await page.evaluate(() => {
    const press = (key: string, ctrlKey = false) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }))
    press('Enter', true)
    press('Delete')
  })
  await shows(page, 'b.png')
  t.equal(await page.getByRole('button', { name: 'Undo' }).isEnabled(), false)
  t.match(await annotationsOf(page, mediaIds[0]!), [{ id: drawn!.id }])
})

t.test('keys work in the list of annotations as on the canvas, and arrows move through the list', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { projectId, mediaIds } = await reef(page, [4])
  const sand = await callApi<Label>(page, 'POST', `/projects/${projectId}/labels`, { name: 'Sand', hotkey: 3 })
  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}`)
  await page.getByRole('region', { name: 'About Porifera' }).waitFor() // the list below moves
  await objects(page).first().click()
  const chosen = objects(page).and(page.getByRole('treeitem', { level: 2, selected: true }))

  await page.keyboard.press('3')
  await chosen.filter({ hasText: 'Sand' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await chosen.filter({ hasText: 'Porifera' }).waitFor()
  await page.keyboard.press('y')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('k')
  t.equal(await page.getByRole('combobox', { name: 'Review' }).inputValue(), 'confirmed')
  await page.keyboard.press('Delete')
  await count(page, '3 annotations')
  await objects(page).last().click()
  await page.keyboard.press('Backspace')
  await count(page, '2 annotations')
  await saved(page)
  const left = await annotationsOf(page, mediaIds[0]!)
  t.same(
    left.map(({ reviewState }) => reviewState),
    ['rejected', 'proposed']
  )
  t.notOk(
    left.some(({ labelId }) => labelId === sand.id),
    'the selected annotation was removed, not the newest'
  )
})

t.test('Ctrl and an arrow move the view, and arrows alone change the image', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { projectId, mediaIds } = await reef(page, [1, 1])
  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}&v=1200.0,900.0,1`)
  await zoomIs(page, '100 %')
  const before = await seenAt(page)
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('Control+ArrowUp')
  const after = await seenAt(page)
  t.ok(
    Number(after.x) > Number(before.x) + 100 && Number(after.y) < Number(before.y) - 100,
    `${before.x} ${before.y} → ${after.x} ${after.y}`
  )
  const field = page.getByLabel('Find a label')
  await field.fill('por')
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Escape')
  t.match(await seenAt(page), after, 'in a field they move through the words')
  await gone(page.getByText('1 selected'))

  await page.keyboard.press('v')
  await page.keyboard.press('ArrowRight')
  await shows(page, 'b.png')
  await page.keyboard.press('ArrowLeft')
  await shows(page, 'a.png')
})

t.test('on a phone, several annotations are selected, duplicated, confirmed and removed by touch', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 390, height: 844 }, hasTouch: true })
  const { projectId, mediaIds } = await reef(page, [3])
  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}`)
  await page.getByRole('button', { name: 'Labels', exact: true }).tap()
  await page.getByRole('region', { name: 'About Porifera' }).waitFor() // the list below moves
  await objects(page).first().tap()
  const bar = page.getByRole('group', { name: 'Selection' })
  const press = (name: string) => bar.getByRole('button', { name, exact: true }).tap()
  await press('Select several')
  await objects(page).nth(1).tap()
  await bar.getByText('2 selected').waitFor()
  const { y, height } = (await bar.boundingBox())!
  t.ok(y + height <= 844, 'it is seen without scrolling')
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing overflows')
  await checkAccessibility(t, page, 'a selection on a phone')
  await press('Confirm')
  await press('Duplicate')
  await count(page, '5 annotations')
  await press('Remove')
  await count(page, '3 annotations')
  await gone(bar) // no annotation is selected any more
  await saved(page)
  const states = (await annotationsOf(page, mediaIds[0]!)).map(({ reviewState }) => reviewState)
  t.same(states, ['confirmed', 'confirmed', 'proposed'])
})

t.test('the image fills most of a small window, and panels are hidden by key, by button and in full screen', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1280, height: 720 } })
  const { projectId, mediaIds } = await reef(page, [1])
  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}`)
  await count(page, '1 annotation')
  await page.getByRole('toolbar', { name: 'View' }).waitFor()
  await page.getByText(/^[1-9]\d\s%$/).waitFor() // the picture is shown whole
  const share = async () => Math.round((await canvasShare(page)) * 100)
  t.ok((await share()) >= 60, `${await share()} % at 1280 × 720, with labels`)
  const { x, width } = (await page.getByRole('application').boundingBox())!
  const tools = (await page.getByRole('toolbar', { name: 'Tools' }).boundingBox())!
  const zoom = Number.parseFloat((await page.getByText(/^\d+\s%$/).textContent())!) / 100
  t.ok(x + (width - 2400 * zoom) / 2 >= tools.x + tools.width, 'a picture that is shown whole lies beside the tools')

  await page.getByRole('button', { name: 'Zoom in' }).click()
  const map = page.locator('img[draggable=false]')
  await map.waitFor()
  const corner = (await map.boundingBox())!
  await page.mouse.click(corner.x + corner.width - 2, corner.y + corner.height - 2)
  await page.keyboard.press('Shift+L')
  await page.waitForURL(url => Number(url.searchParams.get('v')?.split(',')[0]) > 1200)
  await page.getByRole('button', { name: 'Whole image' }).click()
  await gone(map)

  const images = page.getByRole('navigation', { name: 'Images' })
  t.equal(await images.count(), 0, 'the list of images is closed in a small window')
  await page.keyboard.press('i')
  await images.getByText('a.png').waitFor()
  await page.reload()
  await images.getByText('a.png').waitFor()
  await page.getByRole('button', { name: 'Show or hide the images' }).click()
  await gone(images)
  await page.keyboard.press('\\')
  await gone(page.getByRole('heading', { name: '1 annotation' }))
  t.ok((await share()) >= 75, `${await share()} % without panels`)
  await page.keyboard.press('Shift+F')
  await gone(page.getByRole('button', { name: 'Full screen', pressed: false }))
  t.ok((await share()) >= 88, `${await share()} % in full screen`)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.getByRole('button', { name: 'Full screen', pressed: false }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('combobox', { name: 'Find a label' }).and(page.locator(':focus')).waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  const bar = page.getByRole('toolbar', { name: 'Actions for this image' })
  await bar.waitFor()
  await page.evaluate(atRest)
  t.equal(await bar.getByRole('button').count(), 5)
  t.ok((await share()) >= 55, `${await share()} % on a phone`)
  await page.getByRole('button', { name: 'Images', exact: true }).click()
  await images.getByText('a.png').waitFor()
  await checkAccessibility(t, page, 'a sheet on a phone')
  await page.getByRole('button', { name: 'Close the panel' }).click()
  await gone(images)

  for (const [width, height] of [
    [844, 390],
    [740, 360],
    [640, 360]
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.waitForFunction(limit => document.querySelector('[role=application]')!.getBoundingClientRect().width < limit, width)
    await page.evaluate(atRest)
    t.equal(await bar.getByRole('button').count(), 5)
    t.ok((await share()) >= 55, `${await share()} % at ${width} × ${height}`)
    for (const button of await bar.getByRole('button').all()) {
      const box = (await button.boundingBox())!
      t.ok(box.height >= 44 && box.y + box.height <= height, `a button is ${box.height} px high`)
    }
  }
  await bar.getByRole('button', { name: 'Tools' }).click()
  const box = (await page.getByRole('dialog', { name: 'Tools' }).boundingBox())!
  t.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 640 && box.y + box.height <= 360, 'the tools are in the window')
  await page.keyboard.press('Escape')
  await gone(page.getByRole('dialog', { name: 'Tools' }))
  await bar.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('combobox', { name: 'Find a label' }).waitFor()
  await checkAccessibility(t, page, 'a sheet on a phone held sideways')
  await page.getByRole('button', { name: 'Close the panel' }).click()
  const more = async (entry: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    await gone(page.getByRole('menu'))
  }
  await more('Picture')
  await page.getByRole('slider', { name: 'Exposure' }).waitFor()
  await checkAccessibility(t, page, 'the picture adjustments on a phone held sideways')
  await page.getByRole('button', { name: 'Close the panel' }).click()
  await more('Reviewed')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Not seen' }).waitFor()
})

t.test('an image that is still being prepared gets its tiles and its overview, and a started shape stays', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1280, height: 720 } })
  const { projectId, mediaIds } = await reef(page, [1])
  let isPrepared = false
  await page.route(/\/api\/(projects\/[^/]+\/media\?|media\/[^/]+$)/, async route => {
    const answer = await route.fetch()
    const text = await answer.text()
    return route.fulfill({ response: answer, body: isPrepared ? text : text.replace('"state":"ready"', '"state":"processing"') })
  })
  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}`)
  await page.getByText('Small preview: the full image is being prepared').waitFor()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.keyboard.press('g')
  await clickAt(page, page.getByRole('application'), [0.4, 0.4], [0.6, 0.4], [0.6, 0.6])
  isPrepared = true
  await page.locator('img[draggable=false]').waitFor()
  await page.keyboard.press('Enter')
  await count(page, '2 annotations')
})

t.test('every annotation and every field of view is visited, across all images', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { projectId, mediaIds } = await reef(page, [2, 0, 1])
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}`)
  await count(page, '2 annotations')
  await page.getByRole('region', { name: 'About Porifera' }).waitFor() // the list below moves
  await press('Next annotation')
  await page.getByText('1 of 2', { exact: true }).waitFor()
  await press('Next annotation')
  await page.getByText('2 of 2', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await shows(page, 'c.png')
  await page.getByText('1 of 1', { exact: true }).waitFor()
  await zoomIs(page, '200 %')
  await press('Next annotation')
  await page.getByText(/This is the last annotation/).waitFor()
  await press('Previous annotation')
  await shows(page, 'a.png')
  await page.getByText('2 of 2', { exact: true }).waitFor()

  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}&v=1200.0,900.0,0.7`)
  await zoomIs(page, '70 %')
  await fromMenu(page, 'Search by field of view')
  await page.getByText(/^Field 1 of [1-9]\d*$/).waitFor()
  const fields = Number((await page.getByText(/^Field 1 of [1-9]\d*$/).textContent())!.split(' ').at(-1))
  t.ok(fields > 2, `${fields} fields`)
  await checkAccessibility(t, page, 'a walk over fields')
  await press('Next field')
  await page.getByText(`Field 2 of ${fields}`).waitFor()
  for (let field = 2; field < fields; field++) await page.keyboard.press('n')
  await page.getByText(`Field ${fields} of ${fields}`).waitFor()
  await page.keyboard.press('n')
  await shows(page, 'b.png')
  await page.getByText(`Field 1 of ${fields}`).waitFor()
  await zoomIs(page, '70 %')
  await page.keyboard.press('ArrowRight')
  await shows(page, 'c.png')
  await zoomIs(page, '70 %')
  await page.keyboard.press('Shift+N')
  await shows(page, 'b.png')
  await page.getByText(`Field ${fields} of ${fields}`).waitFor()
  await press('Stop searching by field of view')
  await page.keyboard.press('ArrowRight')
  await shows(page, 'c.png')
  t.match(await seenAt(page), whole)
})
