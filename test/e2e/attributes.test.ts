// About: web/features/attributes, web/annotation/attributes, web/features/annotate/attributes, web/features/annotate/filter, web/annotation/filter
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { openDatabase } from '../../server/backend/storage/database.ts'
import type { Annotation } from '../../shared/contracts/annotations.ts'
import type { AttributeField } from '../../shared/contracts/attribute-fields.ts'
import { newId } from '../../shared/new-id.ts'
import { insertAnnotationRows } from '../support/annotation-rows.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp, settled } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { insertMediaRows } from '../support/media-rows.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url, dataDir } = await sharedApp(t)

const term = 'http://vocab.nerc.ac.uk/collection/P01/current/OBSINDDX/'
const names = ['A1.jpg', 'A2.jpg', 'B1.jpg', 'B2.jpg']

/** Four images: a sponge and an unlabelled annotation on A1, a coral on B1, none on the others. */
async function scene(t: Test) {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { id: projectId } = await makeProject(page, 'Reef')
  const me = await callApi<{ id: string }>(page, 'GET', '/auth/me')
  const label = (name: string, parentId: string | null = null) =>
    callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/labels`, { name, parentId })
  const animals = await label('Animalia')
  const [sponge, coral] = [await label('Porifera', animals.id), await label('Anthozoa', animals.id)]
  const { db, close } = openDatabase({ dataDir, databaseUrl: null })
  const mediaIds = await insertMediaRows(db, {
    projectId,
    accountId: me.id,
    count: names.length,
    fileName: at => names[at]!
  })
  await insertAnnotationRows(
    db,
    [
      { media_id: mediaIds[0]!, label_id: sponge.id },
      { media_id: mediaIds[0]!, label_id: null },
      { media_id: mediaIds[2]!, label_id: coral.id }
    ].map(row => ({ project_id: projectId, created_by: me.id, ...row }))
  )
  await close()
  return { page, projectId, mediaIds, sponge, coral }
}

const annotationsOf = async (page: Page, mediaId: string) =>
  (await callApi<{ annotations: Annotation[] }>(page, 'GET', `/media/${mediaId}/annotations`)).annotations
const attributesOf = async (page: Page, mediaId: string) => (await annotationsOf(page, mediaId)).map(({ attributes }) => attributes)
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

t.test('an owner defines attributes; values are entered for one and for several annotations, undone, and entered offline', async t => {
  const { page, projectId, mediaIds } = await scene(t)
  await page.goto(`/projects/${projectId}/settings#attributes`)
  const section = page.getByRole('region', { name: 'Attributes' })
  await section.getByText('No attributes yet').waitFor()
  await settled(page) // the lists above change their height
  for (const name of [/Count/, /Life stage/]) {
    await section.getByRole('button', { name: 'Standard', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
    await section.getByRole('rowheader', { name }).waitFor()
  }
  await section.getByRole('button', { name: 'Add attribute' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an attribute' })
  await dialog.getByLabel('Name').fill('lifestage')
  await dialog.getByLabel('Type').selectOption('Number')
  await dialog.getByRole('button', { name: 'Add attribute' }).click()
  await dialog.getByText('This name is written lifeStage').waitFor()
  await dialog.getByLabel('Name').fill('Disc width')
  await dialog.getByLabel('Unit').fill('mm')
  await dialog.getByLabel('Maximum').fill('400')
  await dialog.getByLabel('Vocabulary term').fill('P01')
  await dialog.getByRole('button', { name: 'Add attribute' }).click()
  await dialog.getByText('The URL must begin with http').waitFor()
  await dialog.getByLabel('Vocabulary term').fill(term)
  await dialog.getByLabel('Required').check()
  await checkAccessibility(t, page, 'the dialog of an attribute')
  await dialog.getByRole('button', { name: 'Add attribute' }).click()
  await section.getByRole('row', { name: /Disc width.*of at most 400, mm/ }).waitFor()
  await page.route('**/attribute-fields/order', async route => {
    await pause(300) // both clicks come before the first answer
    await route.fallback()
  })
  await section.getByRole('button', { name: 'Move Disc width up' }).click()
  await section.getByRole('rowheader').nth(1).filter({ hasText: 'Disc width' }).waitFor() // otherwise the next click may meet the old row
  await section.getByRole('button', { name: 'Move Disc width up' }).click()
  await section.getByRole('rowheader').first().filter({ hasText: 'Disc width' }).waitFor()
  await checkAccessibility(t, page, 'the attributes in the settings')
  await page.unrouteAll({ behavior: 'wait' })
  const kept = async () => (await callApi<{ fields: AttributeField[] }>(page, 'GET', `/projects/${projectId}/attribute-fields`)).fields
  t.match(await until(kept, ([first]) => first?.name === 'Disc width'), [
    { name: 'Disc width', type: 'number', required: true, measurementTypeID: term },
    { name: 'individualCount' },
    { name: 'lifeStage' }
  ])

  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}`)
  const objects = page.getByRole('tree', { name: 'Annotations of this image' })
  await page.getByRole('region', { name: 'About Anthozoa' }).waitFor() // the list below moves
  await objects.getByRole('treeitem', { level: 2, name: /Porifera/ }).click()
  const panel = page.getByRole('region', { name: /^Attributes/ })
  await panel.getByLabel('Count').fill('none')
  await panel.getByLabel('Count').press('Enter')
  await panel.getByText('Enter a whole number of at least 1').waitFor()
  await panel.getByLabel('Count').fill('3')
  await panel.getByLabel('Count').press('Enter')
  await panel.getByLabel('Disc width').fill('12,5')
  await objects.getByRole('treeitem', { level: 2, name: /no label/ }).click() // typed text counts without Enter too
  await saved(page)
  t.same(await attributesOf(page, mediaIds[0]!), [{ individualCount: 3, 'Disc width': 12.5 }, {}])
  const [sponge] = await annotationsOf(page, mediaIds[0]!)
  t.equal(sponge?.revision, 3, 'each typed value is one edit')

  await page.context().setOffline(true)
  await page.keyboard.press('v')
  await objects.getByRole('treeitem', { level: 2, name: /Porifera/ }).click({ modifiers: ['Shift'] })
  await page.getByRole('heading', { name: 'Attributes of 2 annotations' }).waitFor()
  t.equal(await panel.getByLabel('Count').getAttribute('placeholder'), 'Several values')
  await panel.getByLabel('Life stage').selectOption('juvenile')
  await checkAccessibility(t, page, 'the attributes of two annotations')
  await page.context().setOffline(false)
  await saved(page)
  t.same(await attributesOf(page, mediaIds[0]!), [
    { individualCount: 3, 'Disc width': 12.5, lifeStage: 'juvenile' },
    { lifeStage: 'juvenile' }
  ])
  await page.getByRole('button', { name: /^This image is / }).waitFor()
  await page.getByRole('button', { name: 'Done and next' }).click()
  await page.getByText('A1.jpg: 1 annotation lacks Disc width.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { level: 1, name: /A1\.jpg/ }).waitFor()
  await saved(page)
  t.same(await attributesOf(page, mediaIds[0]!), [{ individualCount: 3, 'Disc width': 12.5 }, {}], 'one step reverts both')
})

t.test("a colleague's value replaces a half-typed one, and keeps the other values of the colleague", async t => {
  const { page, projectId, mediaIds } = await scene(t)
  for (const field of [
    { name: 'individualCount', type: 'integer', minimum: 1 },
    { name: 'lifeStage', type: 'choice', choices: ['adult', 'juvenile'] }
  ])
    await callApi(page, 'POST', `/projects/${projectId}/attribute-fields`, field)
  const [sponge] = await annotationsOf(page, mediaIds[0]!)
  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}&select=${sponge!.id}`)
  const panel = page.getByRole('region', { name: /^Attributes/ })
  await panel.getByLabel('Count').fill('5')
  const colleague = { individualCount: 7, lifeStage: 'adult' }
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, {
    operations: [{ id: newId(), kind: 'revise', annotationId: sponge!.id, revision: 1, attributes: colleague }]
  })
  await until(
    () => panel.getByLabel('Count').inputValue(),
    text => text === '7'
  )
  await panel.getByLabel('Count').press('Tab')
  await page.getByRole('treeitem', { level: 2, name: /no label/ }).click()
  await panel.getByLabel('Count').fill('2')
  await panel.getByLabel('Count').press('Enter')
  const saved = await until(
    () => attributesOf(page, mediaIds[0]!),
    ([, second]) => second?.individualCount === 2
  )
  t.same(saved, [colleague, { individualCount: 2 }])
})

t.test('a filter narrows the images and dims other annotations; it is kept in the address and shared with Review', async t => {
  const { page, projectId, mediaIds, sponge } = await scene(t)
  await callApi(page, 'POST', `/projects/${projectId}/filters`, { name: 'On A', filter: 'fileName.contains.a' })
  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}`)
  const strip = page.getByRole('navigation', { name: 'Images' })
  const listed = () => strip.getByRole('button').allInnerTexts()
  await strip.getByText('1 of 4 images', { exact: true }).waitFor()

  await page.getByRole('button', { name: /^This image is / }).waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const row = page.getByRole('search', { name: 'Filter of images and annotations' })
  await row.getByRole('button', { name: 'Filter', exact: true }).click()
  const editor = page.getByRole('dialog', { name: 'Add a filter' })
  await editor.getByRole('combobox', { name: 'Find a label' }).fill('porif')
  await editor.getByRole('option', { name: /Porifera/ }).click()
  await editor.getByRole('button', { name: 'Add', exact: true }).click()
  await strip.getByText('1 of 1 image that matches').waitFor()
  t.equal(new URL(page.url()).searchParams.get('filter'), `label.under.${sponge.id}`)
  await page.getByRole('heading', { name: '1 of 2 annotations' }).waitFor()
  t.equal(await page.locator('[role="treeitem"][data-dimmed]').textContent(), 'no labelpoint')
  const objects = page.getByRole('tree', { name: 'Annotations of this image' })
  await page.locator('body').press('j')
  await objects.getByRole('treeitem', { level: 2, selected: true, name: /Porifera/ }).waitFor()
  await page.locator('body').press('j')
  await objects.getByRole('treeitem', { level: 2, selected: true, name: /Porifera/ }).waitFor()
  await checkAccessibility(t, page, 'annotating with a filter')

  await row.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'On A', exact: true }).click()
  await strip.getByText('1 of 2 images that match').waitFor()
  t.same(
    (await listed()).map(text => text.slice(0, 6)),
    ['A1.jpg', 'A2.jpg'],
    'images without annotations are included'
  )
  await page.reload()
  await strip.getByText('1 of 2 images that match').waitFor()
  await page.getByRole('button', { name: 'Next image' }).click()
  await page.getByRole('heading', { level: 1, name: /A2\.jpg/ }).waitFor()
  t.ok(await page.getByRole('button', { name: 'Next image' }).isDisabled())

  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}&filter=depth.atLeast.deep`)
  await page.getByText('filter cannot be read: The depth must be a number, not “deep”').waitFor()
  await page.goto(`/projects/${projectId}/annotate?filter=label.is.no-such-label`)
  await page.getByRole('heading', { level: 1, name: 'No images match the filter' }).waitFor()
  await page.getByRole('button', { name: 'Show all images' }).click()
  await strip.getByText('1 of 4 images', { exact: true }).waitFor()
})
