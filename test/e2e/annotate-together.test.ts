// About: web/features/annotate/refused, web/features/annotate/use-presence.ts, web/features/annotate/panels/removed-list.tsx, web/features/annotate/document
import type { Browser, Request } from 'playwright-core'
import t, { type Test } from 'tap'
import { annotate, annotateBench, annotationsOf, count, drag, saved } from '../support/annotate-screen.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, gone, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import type { PhotographName } from '../support/photographs.ts'
import { until } from '../support/until.ts'

const { url } = await sharedApp(t)
const browser: Browser = await launchChromium(t)
const bench = (t: Test, files: PhotographName[]) => annotateBench(t, browser, url, files)

t.test('the first shape can be drawn without a network', async t => {
  const { page, projectId, media } = await bench(t, ['rov-seafloor-2022.jpg'])
  let coming = 0
  const isPart = (request: Request) => ['script', 'stylesheet'].includes(request.resourceType())
  page.on('request', request => isPart(request) && coming++)
  page.on('requestfinished', request => isPart(request) && coming--)
  page.on('requestfailed', request => isPart(request) && coming--)
  const parts = ['selection-panel', 'selection-bar', 'attribute-values', 'label-card'].map(part =>
    page.waitForResponse(new RegExp(`${part}-.*\\.js`))
  )
  const canvas = await annotate(page, projectId, media[0]!.id)
  await Promise.all(parts)
  let restful = 0
  await until(
    async () => {
      restful = coming === 0 ? restful + 1 : 0 // a part that has loaded may load others
      return restful
    },
    rounds => rounds === 20
  )
  await page.context().setOffline(true)
  await page.keyboard.press('1')
  await page.keyboard.press('s')
  await drag(page, canvas, [0.4, 0.4], [0.6, 0.6])
  await page.getByLabel('Certainty').selectOption('Probable')
  await page.getByText('Offline, 2 waiting').waitFor()
  await page.context().setOffline(false)
  await saved(page)
  t.match(await annotationsOf(page, media[0]!.id), [{ confidence: 0.75 }])
})

t.test('two people edit one shape: the later one sees both versions and decides', async t => {
  const { page, projectId, media } = await bench(t, ['rov-seafloor-2022.jpg'])
  const mediaId = media[0]!.id
  const canvas = await annotate(page, projectId, mediaId)
  await page.keyboard.press('1')
  await page.keyboard.press('s')
  await drag(page, canvas, [0.4, 0.4], [0.6, 0.6])
  await saved(page)
  const [drawn] = await annotationsOf(page, mediaId)
  await page.getByLabel('Certainty').waitFor() // a part that is loaded on demand

  await page.context().setOffline(true)
  await page.keyboard.press('v')
  await page.getByRole('treeitem', { level: 2, name: /Porifera.*box/ }).click()
  await page.getByLabel('Certainty').selectOption('Probable')
  await page.getByText('Offline, 1 waiting').waitFor()
  const shape = { kind: 'box', x: 1, y: 2, width: 30, height: 40 }
  const theirs = { id: 'their-edit', kind: 'revise', annotationId: drawn!.id, revision: 1, shape }
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations: [theirs] })
  await page.context().setOffline(false)

  await page.getByRole('button', { name: /1 edit could not be saved/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row', { name: 'Certainty (differs) Probable Not stated' }).waitFor()
  await dialog.getByRole('row', { name: 'Label Porifera Porifera' }).waitFor()
  await dialog.getByRole('columnheader', { name: /^On the server ana.* changed the outline/ }).waitFor()
  await dialog.getByRole('img', { name: 'On the server: box' }).waitFor()
  await checkAccessibility(t, page, 'the edits that could not be saved')
  await dialog.getByRole('button', { name: 'Use mine' }).click()
  await dialog.getByText('All edits are saved.').waitFor()
  const [after] = await until(
    () => annotationsOf(page, mediaId),
    ([annotation]) => annotation?.revision === 3
  )
  t.match(after, { revision: 3, shape, confidence: 0.75 }, 'both changes, where they concern different fields')
})

t.test('a shape drawn with a deleted label is found on its image and redrawn with another label', async t => {
  const { page, projectId, media, labels } = await bench(t, ['reef-transect-2017.jpg', 'rov-seafloor-2022.jpg'])
  const [reef, seafloor] = media
  const canvas = await annotate(page, projectId, reef!.id)
  await page.keyboard.press('3')
  await page.keyboard.press('s')
  await drag(page, canvas, [0.2, 0.2], [0.3, 0.3])
  await saved(page)
  await page.getByLabel('Certainty').waitFor() // a part that is loaded on demand
  await page.context().setOffline(true)
  await page.keyboard.press('1')
  await drag(page, canvas, [0.4, 0.4], [0.6, 0.6])
  await page.getByLabel('Certainty').selectOption('Probable')
  await page.getByText('Offline, 2 waiting').waitFor()
  await callApi(page, 'DELETE', `/labels/${labels[0]!.id}`)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /2 edits could not be saved/ }).waitFor()

  await annotate(page, projectId, seafloor!.id)
  await page.getByRole('button', { name: /2 edits could not be saved/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The label is no longer in the catalog of this project').waitFor()
  await dialog.getByRole('img', { name: 'Mine: box' }).waitFor()
  await dialog.getByRole('row', { name: 'Label No label' }).waitFor()
  await dialog.getByRole('button', { name: 'Choose another label' }).click()
  await checkAccessibility(t, page, 'the choice of another label')
  await dialog.getByRole('option', { name: /Anthozoa/ }).click()
  await dialog.getByRole('row', { name: 'Label Anthozoa' }).waitFor()
  t.equal(await dialog.getByRole('link').count(), 1)
  await dialog.getByRole('link', { name: 'reef-transect-2017.jpg' }).click()
  await page.getByRole('heading', { level: 1, name: /reef-transect-2017.jpg/ }).waitFor()
  await page.getByRole('button', { name: /2 edits could not be saved/ }).click()
  await dialog.getByRole('button', { name: 'Draw it again' }).click()
  await dialog.getByText('All edits are saved.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await count(page, '2 annotations')
  await saved(page)
  const [, drawn] = await annotationsOf(page, reef!.id)
  t.match(drawn, { labelId: null, confidence: 0.75, shape: { kind: 'box' } })
})

t.test('keeping my version restores an annotation that someone removed in the meantime', async t => {
  const { page, projectId, media } = await bench(t, ['rov-seafloor-2022.jpg'])
  const mediaId = media[0]!.id
  const canvas = await annotate(page, projectId, mediaId)
  await page.keyboard.press('s')
  await drag(page, canvas, [0.4, 0.4], [0.6, 0.6])
  await saved(page)
  const [drawn] = await annotationsOf(page, mediaId)
  await page.getByLabel('Certainty').waitFor() // a part that is loaded on demand
  await page.context().setOffline(true)
  await page.keyboard.press('v')
  await page.getByRole('treeitem', { level: 2, name: /no label.*box/ }).click()
  await page.getByLabel('Certainty').selectOption('Probable')
  await page.getByText('Offline, 1 waiting').waitFor()
  const theirs = { id: `their-${drawn!.id}`, kind: 'remove', annotationId: drawn!.id, revision: 1 }
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations: [theirs] })
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /1 edit could not be saved/ }).waitFor()

  await annotate(page, projectId, mediaId)
  await count(page, '0 annotations')
  await page.getByRole('button', { name: /1 edit could not be saved/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row', { name: 'State (differs) Kept Removed' }).waitFor()
  await dialog.getByRole('button', { name: 'Use mine' }).click()
  await dialog.getByText('All edits are saved.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await count(page, '1 annotation')
  await saved(page)
  t.match(await annotationsOf(page, mediaId), [{ id: drawn!.id, revision: 4, confidence: 0.75 }])
})

t.test('labels on the screen follow the catalog while others change it', async t => {
  const { page, projectId, media, labels } = await bench(t, ['rov-seafloor-2022.jpg'])
  const [porifera, anthozoa, sand] = labels
  const canvas = await annotate(page, projectId, media[0]!.id)
  await page.keyboard.press('1')
  await page.keyboard.press('s')
  await drag(page, canvas, [0.2, 0.2], [0.4, 0.4])
  await saved(page)
  await callApi(page, 'POST', `/projects/${projectId}/labels`, { name: 'Actiniaria' })
  await page.getByRole('option', { name: 'Actiniaria' }).waitFor()

  await page.keyboard.press('3')
  await page.getByText('Next shape: Sand').waitFor()
  await callApi(page, 'DELETE', `/labels/${sand!.id}`)
  await page.getByText('Next shape: no label').waitFor()
  await gone(page.getByRole('option', { name: 'Sand' }))
  await drag(page, canvas, [0.6, 0.6], [0.8, 0.8])
  await count(page, '2 annotations')
  await saved(page)

  await callApi(page, 'POST', `/labels/${porifera!.id}/merge`, { into: anthozoa!.id, revision: 1 })
  await page.getByRole('treeitem', { level: 2, name: /Anthozoa.*box/ }).waitFor()
  await page.getByRole('treeitem', { level: 2, name: /no label.*box/ }).waitFor()
})

t.test('a link opens the exact view, and other people on the image are shown', async t => {
  const { page, projectId, media } = await bench(t, ['rov-seafloor-2022.jpg'])
  const canvas = await annotate(page, projectId, media[0]!.id)
  await page.keyboard.press('s')
  await drag(page, canvas, [0.4, 0.4], [0.6, 0.6])
  await saved(page)
  const [drawn] = await annotationsOf(page, media[0]!.id)
  await page.goto(`/projects/${projectId}/annotate?image=${media[0]!.id}&v=500.0,400.0,2&select=${drawn!.id}`)
  await page.getByText('200 %', { exact: true }).waitFor()
  await page.getByRole('treeitem', { level: 2, selected: true, name: /no label.*box/ }).waitFor()
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByText(/drew it/).waitFor()
  await page.getByRole('button', { name: 'Comments' }).click()
  await page.getByLabel('Comment', { exact: true }).fill('A glass sponge?')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'A glass sponge?' }).waitFor()
  await page.getByRole('button', { name: 'Comments (1)' }).waitFor()
  await page.getByRole('treeitem', { level: 2, name: /no label.*1 comment.*box/ }).waitFor()
  await checkAccessibility(t, page, 'an annotation with its comments')

  const bo = newPerson('bo')
  const other = await openApp(t, browser, url, { as: bo })
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: bo.email, role: 'viewer' })
  const alone = await canvas.boundingBox()
  await other.goto(`/projects/${projectId}/annotate`)
  await other.getByRole('application').waitFor()
  await page.getByText(`${bo.email} is here too`).waitFor()
  t.same(await canvas.boundingBox(), alone, 'the canvas keeps its view')
  await callApi(other, 'POST', `/annotations/${drawn!.id}/comments`, { text: 'A demosponge.' })
  await page.getByRole('treeitem', { level: 2, name: /2 comments/ }).waitFor()
  t.equal(await other.getByRole('button', { name: 'Box' }).count(), 0, 'a viewer has no tools to draw with')
  t.equal(await other.getByRole('button', { name: 'Done' }).count(), 0)
})

t.test('a comment stays with its annotation, the next text stays after sending, and a refused deletion is stated', async t => {
  const { page, projectId, media } = await bench(t, ['rov-seafloor-2022.jpg'])
  const canvas = await annotate(page, projectId, media[0]!.id)
  await page.keyboard.press('s')
  await drag(page, canvas, [0.4, 0.4], [0.6, 0.6])
  await saved(page)
  await page.getByRole('button', { name: 'Comments' }).click()
  const field = page.getByLabel('Comment', { exact: true })
  await field.fill('A glass sponge?')
  const held = Promise.withResolvers<void>()
  await page.route('**/annotations/*/comments', async route => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  const sent = page.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/comments'))
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await sent
  await field.fill('Typed meanwhile')
  held.resolve()
  await page.getByRole('button', { name: 'Comments (1)' }).waitFor()
  t.equal(await field.inputValue(), 'Typed meanwhile')

  await page.route('**/comments/*', route => (route.request().method() === 'DELETE' ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Delete this comment' }).click()
  await page.getByText('The comment was not deleted').waitFor()

  await drag(page, canvas, [0.7, 0.7], [0.8, 0.8])
  await page.getByRole('button', { name: 'Comments', exact: true }).waitFor()
  t.equal(await field.inputValue(), '', 'the text was about the other annotation')
})

t.test('a removed annotation is restored after a reload, an earlier version is restored, and an image is marked as reviewed', async t => {
  const { page, projectId, media, labels } = await bench(t, ['rov-seafloor-2022.jpg'])
  const mediaId = media[0]!.id
  const canvas = await annotate(page, projectId, mediaId)
  await page.keyboard.press('1')
  await page.keyboard.press('s')
  await drag(page, canvas, [0.4, 0.4], [0.6, 0.6])
  await page.keyboard.press('v')
  await page.getByLabel('Certainty').selectOption('Possible')
  await page.keyboard.press('Delete')
  await saved(page)
  t.same(await annotationsOf(page, mediaId), [])

  await page.reload()
  await canvas.waitFor()
  await page.getByRole('region', { name: 'About Porifera' }).waitFor() // the list below moves
  await page.getByText('Removed', { exact: true }).click()
  const removed = page.getByRole('listitem').filter({ hasText: /removed by/ })
  await removed.waitFor()
  await checkAccessibility(t, page, 'what was removed from an image')
  await removed.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Nothing has been removed from this image.').waitFor()
  await saved(page)
  t.match(await annotationsOf(page, mediaId), [{ labelId: labels[0]!.id, confidence: 0.5, revision: 4 }])

  await page.keyboard.press('Delete')
  await saved(page)
  await page.reload()
  await canvas.waitFor()
  await page.getByRole('button', { name: /^This image is / }).waitFor()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('heading', { name: '1 annotation', exact: true }).waitFor()
  await saved(page)
  t.match(await annotationsOf(page, mediaId), [{ confidence: 0.5, revision: 6 }], 'still undone after a reload')
  await page.keyboard.press('j')

  await page.getByLabel('Certainty').selectOption('Certain')
  await saved(page)
  await page.getByRole('button', { name: 'History' }).click()
  const version = page.getByRole('listitem').filter({ hasText: /set the certainty to 50.%/ })
  await version.getByRole('button', { name: 'Restore' }).click()
  await saved(page)
  const [after] = await until(
    () => annotationsOf(page, mediaId),
    ([annotation]) => annotation?.revision === 8
  )
  t.match(after, { confidence: 0.5 })

  await page.getByRole('button', { name: 'This image is in progress' }).click()
  await page.getByRole('menuitem', { name: /Reviewed/ }).click()
  await page.getByRole('button', { name: 'This image is reviewed' }).waitFor()
  await saved(page)
  t.match(await callApi(page, 'GET', `/projects/${projectId}/progress`), { images: { reviewed: 1, inWork: 0 } })
})
