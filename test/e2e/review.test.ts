// About: web/routes/project/review.tsx, web/features/review, web/annotation/filter
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { insertAnnotationRows } from '../support/annotation-rows.ts'
import { sharedApp } from '../support/app.ts'
import { answerCall, callApi, checkAccessibility, gone, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { insertMediaRows } from '../support/media-rows.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url, dataDir } = await sharedApp(t)

interface Scene {
  page: Page
  projectId: string
  sponge: { id: string }
  coral: { id: string }
}

/** The review screen of a project with annotations. Every third is a sponge, and the others have no label. Every fifth is by a machine. */
async function reviewing(t: Test, count: number, viewport = { width: 1440, height: 900 }): Promise<Scene> {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport })
  const { id: projectId } = await makeProject(page, 'Reef')
  const me = await callApi<{ id: string }>(page, 'GET', '/auth/me')
  const label = (name: string, hotkey: number) => callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/labels`, { name, hotkey })
  const [sponge, coral] = [await label('Porifera', 1), await label('Anthozoa', 2)]
  const { db, close } = openDatabase({ dataDir, databaseUrl: null })
  const mediaIds = await insertMediaRows(db, { projectId, accountId: me.id, count: 3 })
  const sponges = Array.from({ length: count }, (_, at) => at % 3 === 0)
  await insertAnnotationRows(
    db,
    sponges.map((isSponge, at) => ({
      project_id: projectId,
      media_id: mediaIds[at % mediaIds.length]!,
      label_id: isSponge ? sponge.id : null,
      source: at % 5 === 0 ? 'machine' : 'human',
      confidence: at % 5 === 0 ? 0.5 : null,
      created_by: me.id
    }))
  )
  await db
    .updateTable('label')
    .set({ annotation_count: sponges.filter(Boolean).length })
    .where('id', '=', sponge.id)
    .execute()
  await close()
  await page.goto(`/projects/${projectId}/annotate/review`)
  return { page, projectId, sponge, coral }
}

const cells = (page: Page) => page.getByRole('gridcell')
const cell = (page: Page, at: number) => page.locator(`[role="gridcell"][data-index="${at}"]`)
const named = (page: Page, name: string) => cells(page).filter({ hasText: name })
const countIs = (page: Page, words: RegExp) => page.getByRole('heading', { level: 1, name: words }).waitFor()
const toast = (page: Page, words: string | RegExp) => page.getByRole('region', { name: /Messages/ }).getByText(words)
const stored = async (page: Page, projectId: string, filter: string) =>
  (await callApi<{ count: number }>(page, 'GET', `/projects/${projectId}/annotations/count?filter=${filter}`)).count

t.test('the selected annotations get one comment, with a mention chosen from the members, and it is undone', async t => {
  const { page, projectId } = await reviewing(t, 12)
  const { revision } = await callApi<{ revision: number }>(page, 'GET', '/auth/me')
  await callApi(page, 'PATCH', '/auth/me', { revision, name: 'Ana Torres' })
  await cell(page, 1).click()
  await cell(page, 4).click({ modifiers: ['Shift'] })
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Comment on 4 annotations' })
  const field = dialog.getByLabel('Comment', { exact: true })
  await field.click()
  await page.keyboard.type('Juveniles? @tor')
  await dialog.getByRole('option', { name: /Ana Torres/ }).waitFor()
  await checkAccessibility(t, page, 'the question for a comment')
  await page.keyboard.press('Enter')
  t.match(await field.inputValue(), /^Juveniles\? @\S+@\S+ $/)
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click()
  await toast(page, 'Commented on 4 annotations').waitFor()
  const { items } = await callApi<{ items: { event: string; detail: { count?: number; annotationId: string } }[] }>(
    page,
    'GET',
    `/projects/${projectId}/activity`
  )
  t.match(items[0], { event: 'annotations.commented', detail: { count: 4 } })
  const comments = () => callApi<{ comments: object[] }>(page, 'GET', `/annotations/${items[0]?.detail.annotationId}/comments`)
  t.equal((await comments()).comments.length, 1)

  await page.keyboard.press('Control+z')
  await toast(page, '4 annotations restored').waitFor()
  t.same((await comments()).comments, [])
})

t.test('relabelling three annotations can be undone by the toast and by the keyboard', async t => {
  const { page, projectId, sponge, coral } = await reviewing(t, 30)
  await countIs(page, /Review 30 annotations/)
  await cell(page, 1).click()
  await cell(page, 3).click({ modifiers: ['Shift'] })
  t.equal(await page.getByRole('gridcell', { selected: true }).count(), 3)
  const bar = page.getByRole('group', { name: 'Selected annotations' })
  await bar.getByText('3 annotations selected').waitFor()
  await checkAccessibility(t, page, 'the review grid with a selection')

  await bar.getByRole('button', { name: 'Relabel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Label 3 annotations' })
  await dialog.getByRole('combobox', { name: 'Find a label' }).fill('antho')
  await checkAccessibility(t, page, 'the question for a label')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await toast(page, '3 annotations labelled Anthozoa').waitFor()
  t.equal(await named(page, 'Anthozoa').count(), 3)
  t.equal(await stored(page, projectId, `label.is.${coral.id}`), 3)

  await page
    .getByRole('region', { name: /Messages/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await toast(page, '3 annotations restored').waitFor()
  await gone(named(page, 'Anthozoa'))
  t.equal(await stored(page, projectId, `label.is.${coral.id}`), 0)
  t.equal(await stored(page, projectId, `label.is.${sponge.id}`), 10)

  await cell(page, 0).click()
  await page.keyboard.press('2')
  await toast(page, '1 annotation labelled Anthozoa').waitFor()
  await page.context().setOffline(true)
  await page.keyboard.press('Control+z')
  await toast(page, 'The server cannot be reached. Check the connection and try again.').waitFor()
  await named(page, 'Anthozoa').waitFor()
  await page.context().setOffline(false)
  t.equal(await stored(page, projectId, `label.is.${coral.id}`), 1, 'the change stays, and can still be undone')
  await page.keyboard.press('Control+z')
  await toast(page, '1 annotation restored').waitFor()
  t.equal(await stored(page, projectId, `label.is.${coral.id}`), 0)
})

t.test('changes from before a reload are listed with their author, and undone there and by the key', async t => {
  const { page, projectId, coral } = await reviewing(t, 12)
  await cells(page).first().waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /Bulk edits/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk edits' })
  await dialog.getByRole('heading', { name: 'No bulk edits in the last 30 days' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  const name = async (from: number, to: number) => {
    await cell(page, from).click()
    await cell(page, to).click({ modifiers: ['Shift'] })
    await page.keyboard.press('2')
    await toast(page, `${to - from + 1} annotations labelled Anthozoa`).waitFor()
  }
  await name(0, 2)
  await name(3, 6)
  await page.reload()
  await cells(page).first().waitFor()
  await page.keyboard.press('Control+z')
  const question = page.getByRole('alertdialog', { name: 'Undo an earlier change?' })
  await question.getByText('4 annotations labelled Anthozoa').waitFor()
  await checkAccessibility(t, page, 'the question before an earlier change is undone')
  await question.getByRole('button', { name: 'Undo it' }).click()
  await toast(page, '4 annotations restored').waitFor()
  t.equal(await stored(page, projectId, `label.is.${coral.id}`), 3)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /Bulk edits/ }).click()
  await dialog.getByText(/undone by ana/).waitFor()
  await checkAccessibility(t, page, 'the changes of many')
  await page.setViewportSize({ width: 390, height: 844 })
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing overflows on a phone')
  await dialog.getByRole('button', { name: 'Undo: 3 annotations labelled Anthozoa' }).click()
  await dialog
    .getByText(/undone by ana/)
    .nth(1)
    .waitFor()
  t.equal(await stored(page, projectId, `label.is.${coral.id}`), 0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await toast(page, 'Nothing to undo').waitFor()
})

t.test('annotations are disputed and reopened, by menu and by key, and show reviewer and time', async t => {
  const { page, projectId } = await reviewing(t, 12, { width: 390, height: 844 })
  await cells(page).first().waitFor()
  await page.getByRole('button', { name: 'Saved filters' }).waitFor() // the grid moves
  await cell(page, 1).click()
  await cell(page, 3).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('group', { name: 'Selected annotations' })
  await bar.getByRole('button', { name: 'Other review states' }).click()
  await page.getByRole('menuitem', { name: /Reopen review/ }).waitFor()
  await checkAccessibility(t, page, 'the menu of review states on a phone')
  await page.getByRole('menuitem', { name: /Dispute/ }).click()
  await toast(page, '3 annotations disputed').waitFor()
  t.equal(await stored(page, projectId, 'reviewState.is.disputed'), 3)
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing overflows')

  await cell(page, 1).click()
  await bar.getByText(/^disputed by you, \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC$/).waitFor()
  await page.reload()
  await cell(page, 1).hover()
  await page.getByRole('button', { name: 'Saved filters' }).waitFor()
  await until(
    async () => {
      await page.mouse.move(0, 0)
      await cell(page, 1).getByText('disputed').hover()
      const tip = page.getByRole('tooltip', { name: /disputed by ana.*, \d{4}-.* UTC$/ })
      return tip.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false // the list moved under the pointer while its crops arrived
      )
    },
    isShown => isShown
  )
  await cell(page, 1).click()
  await bar.getByText(/^disputed by ana/).waitFor()
  await page.keyboard.press('p')
  await toast(page, '1 annotation proposed').waitFor()
  await page.keyboard.press('u')
  await cell(page, 1).getByText('disputed').waitFor()
  const count = await until(
    () => stored(page, projectId, 'reviewState.is.disputed'),
    each => each === 3
  )
  t.equal(count, 3)
})

t.test('a new label can be chosen immediately, and a merged one is shown under its current name', async t => {
  const { page, projectId, sponge, coral } = await reviewing(t, 30)
  await named(page, 'Porifera').first().waitFor()
  await callApi(page, 'POST', `/projects/${projectId}/labels`, { name: 'Actiniaria' })
  await cell(page, 1).click()
  await page.getByRole('group', { name: 'Selected annotations' }).getByRole('button', { name: 'Relabel' }).click()
  await page.getByRole('dialog').getByRole('option', { name: 'Actiniaria' }).waitFor()
  await page.keyboard.press('Escape')
  await callApi(page, 'POST', `/labels/${sponge.id}/merge`, { into: coral.id, revision: 1 })
  await named(page, 'Anthozoa').nth(9).waitFor()
  await gone(named(page, 'Porifera'))
})

t.test('a new label goes to the crop for which it was typed, and closes no later dialog', async t => {
  const { page } = await reviewing(t, 12)
  const held = Promise.withResolvers<void>()
  await page.route('**/labels', async route => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  await cell(page, 0).focus()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Label 1 annotation' })
  await dialog.getByRole('combobox', { name: 'Find a label' }).fill('Actiniaria')
  const sent = page.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/labels'))
  await dialog.getByRole('option', { name: /Actiniaria/ }).click()
  await sent
  await gone(dialog)
  await cell(page, 1).focus()
  await page.keyboard.press('m')
  const comment = page.getByRole('dialog', { name: 'Comment on 1 annotation' })
  await comment.getByLabel('Comment', { exact: true }).fill('A juvenile')
  held.resolve()
  await cell(page, 0).getByText('Actiniaria').waitFor()
  t.equal(await comment.getByLabel('Comment', { exact: true }).inputValue(), 'A juvenile')
  t.equal(await named(page, 'Actiniaria').count(), 1)

  await page.route('**/annotations/bulk', route => route.abort())
  await comment.getByRole('button', { name: 'Comment', exact: true }).click()
  await toast(page, /cannot be reached/).waitFor()
  await page.unroute('**/annotations/bulk')
  await cell(page, 2).focus()
  await page.keyboard.press('m')
  t.equal(await comment.getByLabel('Comment', { exact: true }).inputValue(), 'A juvenile', 'a comment that was not sent stays')
  await page.keyboard.press('Escape')
  await gone(comment)
  await page.keyboard.press('m')
  t.equal(await comment.getByLabel('Comment', { exact: true }).inputValue(), '', 'one that was cancelled does not')
  await comment.getByLabel('Comment', { exact: true }).fill('An adult')
  const answered = page.waitForResponse(response => response.url().endsWith('/annotations/bulk'))
  await comment.getByRole('button', { name: 'Comment', exact: true }).click()
  t.ok((await answered).ok())
  await cell(page, 3).focus()
  await page.keyboard.press('m')
  t.equal(await comment.getByLabel('Comment', { exact: true }).inputValue(), '')
})

t.test('everything works by keyboard: move, select, confirm, reject, remove, open', async t => {
  const { page, projectId } = await reviewing(t, 40)
  await cells(page).first().waitFor()
  await cell(page, 0).focus()
  await page.keyboard.press('y')
  await cell(page, 0).getByText('confirmed').waitFor()
  t.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-index')), '1', 'the next one has the focus')
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  t.equal(await page.getByRole('gridcell', { selected: true }).count(), 3)
  await page.keyboard.press('x')
  await toast(page, '3 annotations rejected').waitFor()
  await gone(page.getByRole('gridcell', { selected: true }))
  t.equal(await stored(page, projectId, 'reviewState.is.rejected'), 3)
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await cell(page, 0).getByText('removed').waitFor()
  await countIs(page, /Review 39 annotations/)
  await page.keyboard.press('Control+a')
  await page.getByText('40 annotations selected').waitFor()
  await page.keyboard.press('Escape')
  await gone(page.getByRole('gridcell', { selected: true }))
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/annotate\?image=.+&select=.+/)
  await page.goBack()
  await cells(page).first().waitFor()
})

t.test('filters are chips, stay in the address, can be saved, and an empty result is explained', async t => {
  const { page, projectId, sponge } = await reviewing(t, 30)
  await cells(page).first().waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const editor = page.getByRole('dialog', { name: 'Add a filter' })
  await editor.getByRole('option', { name: /Porifera/ }).click()
  await checkAccessibility(t, page, 'the editor', { within: '[role="dialog"]' }) // it floats above the landmarks
  await editor.getByRole('button', { name: 'Add', exact: true }).click()
  await countIs(page, /Review 10 annotations/)
  await cells(page).nth(9).waitFor()
  t.equal(await cells(page).count(), 10)
  t.match(page.url(), new RegExp(`filter=label\\.under\\.${sponge.id}$`))

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await editor.getByLabel('Filter by').selectOption('Certainty')
  await editor.getByRole('textbox', { name: 'Certainty' }).fill('half')
  await editor.getByRole('button', { name: 'Add as “and”' }).click()
  await editor.getByText('Enter a number').waitFor()
  await editor.getByRole('textbox', { name: 'Certainty' }).fill('60')
  await editor.getByRole('button', { name: 'Add as “and”' }).click()
  await countIs(page, /Review 2 annotations/)
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Least certain')
  await page.waitForURL(/confidence\.atMost\.0\.6&sort=confidence$/)
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Most certain')
  await page.waitForURL(/&sort=-confidence$/)
  await cells(page).nth(1).waitFor()

  await page.getByRole('button', { name: 'Saved filters' }).click()
  const saved = page.getByRole('dialog', { name: 'Saved filters' })
  await saved.getByLabel('Save this filter as').fill('Doubtful sponges')
  await saved.getByRole('button', { name: 'Save' }).click()
  await saved.getByRole('button', { name: 'Doubtful sponges', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove filter Label is or is below Porifera' }).click()
  await countIs(page, /Review 6 annotations/)
  await page.reload()
  await countIs(page, /Review 6 annotations/)
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await saved.getByRole('button', { name: 'Doubtful sponges', exact: true }).click()
  await countIs(page, /Review 2 annotations/)

  await page.goto(`/projects/${projectId}/annotate/review?filter=depth.atLeast.4000`)
  await page.getByRole('heading', { name: 'No annotation matches this filter' }).waitFor()
  await checkAccessibility(t, page, 'nothing found')
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await countIs(page, /Review 30 annotations/)
  await page.goto(`/projects/${projectId}/annotate/review?filter=depth.is.deep`)
  await page.getByText(/The depth can be compared with atLeast, atMost/).waitFor()
  await countIs(page, /Review 30 annotations/)
})

t.test('thousands of crops scroll with few in the page, and a job changes all matches of a filter', async t => {
  const count = 2_400
  const { page, projectId, coral } = await reviewing(t, count)
  await countIs(page, /Review 2\s400 annotations/)
  await cells(page).first().waitFor()
  t.ok((await cells(page).count()) < 200)
  const limits: (string | null)[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith(`/projects/${projectId}/annotations`)) limits.push(searchParams.get('limit'))
  })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await cell(page, count - 1)
    .getByText(/Porifera|No label/)
    .waitFor()
  t.ok(limits.includes('1000'), `a jump reads large pages: ${limits}`)
  t.ok((await cells(page).count()) < 200)

  await page.evaluate(() => window.scrollTo(0, 0))
  await cell(page, 0).click()
  await page.getByRole('button', { name: /^Select all 2\s400$/ }).click()
  await page.getByText(/^2\s400 annotations selected$/).waitFor()
  await page.keyboard.press('2')
  await page
    .getByRole('alertdialog', { name: /Change all 2\s400 annotations\?/ })
    .getByRole('button', { name: 'Change all' })
    .click()
  await toast(page, /^2\s400 annotations changed$/).waitFor()
  t.equal(await stored(page, projectId, `label.is.${coral.id}`), count)
  await page.keyboard.press('Control+z')
  await toast(page, /^2\s400 annotations restored$/).waitFor()
  t.equal(await stored(page, projectId, `label.is.${coral.id}`), 0)
})

t.test('an empty project suggests a next step, a failure offers a retry, and a phone shows two columns', async t => {
  const { page, projectId } = await reviewing(t, 0, { width: 390, height: 844 })
  await page.getByRole('heading', { name: 'Nothing to review yet' }).waitFor()
  await checkAccessibility(t, page, 'an empty review')
  await answerCall(page, 'GET', `/api/projects/${projectId}/annotations`, {
    status: 404,
    json: { status: 404, title: 'Not Found', detail: 'It went wrong', code: 'X', type: 'about:blank', requestId: 'r' }
  })
  await page.reload()
  await page.getByText('The annotations could not be loaded').waitFor()
  await checkAccessibility(t, page, 'a failed review')

  const phone = await reviewing(t, 12, { width: 390, height: 844 })
  await cells(phone.page).first().waitFor()
  await phone.page.getByRole('button', { name: 'Saved filters' }).waitFor() // the grid moves
  t.equal(await phone.page.getByRole('grid').getAttribute('aria-colcount'), '2')
  t.ok(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing overflows')
  await cell(phone.page, 0).click()
  await checkAccessibility(t, phone.page, 'the review grid on a phone')
})
