// About: web/features/annotate/suggestions
import t from 'tap'
import type { AiRun } from '../../shared/contracts/ai.ts'
import type { ImageSuggestion } from '../../shared/contracts/image-suggestions.ts'
import { annotate, annotationsOf, count, drag, mediaOf, saved } from '../support/annotate-screen.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { texturedScreen } from '../support/textured-screen.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

t.test('suggestions of a run are decided on their image, by one key each, even without a network', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const projectId = await texturedScreen(page, 'Textures', { unlabelled: 1 })
  await until(
    () => mediaOf(page, projectId),
    all => all.every(({ state }) => state === 'ready')
  )
  await callApi(page, 'POST', `/projects/${projectId}/ai/runs`, {})
  const runs = () => callApi<{ items: AiRun[] }>(page, 'GET', `/projects/${projectId}/ai/runs`)
  const { items } = await until(runs, ({ items: [run] }) => run?.state === 'done')
  t.match(items, [{ suggestionCount: 24 }])
  const media = (await mediaOf(page, projectId)).at(-1)!
  const waiting = async () => (await callApi<{ items: ImageSuggestion[] }>(page, 'GET', `/media/${media.id}/suggestions`)).items
  const origins = async () => (await annotationsOf(page, media.id)).flatMap(({ labelId, origin }) => (labelId ? [origin] : []))

  await annotate(page, projectId, media.id)
  await page.getByRole('heading', { name: '24 suggestions' }).waitFor()
  await page.keyboard.press('Shift+J')
  await page.getByRole('group', { name: 'Decide on the suggestion' }).waitFor()
  await checkAccessibility(t, page, 'a selected suggestion')

  await page.keyboard.press('y')
  await page.keyboard.press('x')
  await page.keyboard.press('u')
  await page.keyboard.press('Shift+Digit2')
  await page.getByRole('heading', { name: '20 suggestions' }).waitFor()
  await saved(page)
  t.same((await origins()).sort(), ['accepted', 'human_seen'])
  t.equal((await waiting()).length, 20)

  for (const left of [21, 22, 23, 24]) {
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByRole('heading', { name: `${left} suggestions` }).waitFor()
  }
  await saved(page)
  t.equal((await waiting()).length, 24, 'all suggestions wait again')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await page.getByRole('heading', { name: '23 suggestions' }).waitFor()

  await page.context().setOffline(true)
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('y')
  await page.keyboard.press('x')
  await page.getByRole('heading', { name: '21 suggestions' }).waitFor()
  await page.context().setOffline(false)
  await saved(page)
  t.same(await origins(), ['accepted', 'accepted'])
  t.equal((await waiting()).length, 21)

  await page.getByRole('button', { name: 'Hide suggestions' }).click()
  await page.getByText('Suggestions are hidden').waitFor()
  await page.route('**/api/media/*/suggestions', async route => {
    const response = await route.fetch()
    const { items, hasMore } = (await response.json()) as { items: ImageSuggestion[]; hasMore: boolean }
    const json = { items: items.map((item, place) => ({ ...item, probability: place < 3 ? 0.4 : 0.8 })), hasMore }
    await route.fulfill({ response, json })
  })
  await page.reload()
  await page.getByText('Suggestions are hidden').waitFor()
  await count(page, '24 annotations') // the list above moves the button until it has loaded
  await page.getByRole('button', { name: 'Show suggestions' }).click()
  await page.getByRole('button', { name: 'Hide suggestions' }).waitFor()
  await page.getByRole('slider', { name: 'Minimum certainty' }).fill('60')
  await page.getByText('3 suggestions are below the threshold.').waitFor()
  await page.getByRole('heading', { name: '18 suggestions' }).waitFor()
  await page.getByRole('slider', { name: 'Minimum certainty' }).fill('0')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Labels', exact: true }).click()
  await page.getByRole('listbox', { name: 'Suggestions on this image' }).getByRole('option').first().click()
  await page.getByRole('button', { name: /^Accept/ }).waitFor()
  await checkAccessibility(t, page, 'suggestions on a phone')
})

t.test('while a person labels, the other points get suggestions, which are not stored', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const projectId = await texturedScreen(page, 'Live', { unlabelled: 1 })
  await until(
    () => mediaOf(page, projectId),
    all => all.every(({ state }) => state === 'ready')
  )
  const media = (await mediaOf(page, projectId)).at(-1)!
  const origins = async () => (await annotationsOf(page, media.id)).flatMap(({ labelId, origin }) => (labelId ? [origin] : []))
  await annotate(page, projectId, media.id)
  await page.getByText('There are no suggestions to review on this image.').waitFor()
  const live = page.getByRole('switch', { name: 'Suggest while labelling' })
  t.equal(await live.isChecked(), false, 'off until a person wants them')
  await live.check()
  await page.getByText('Too few examples are prepared.').waitFor()
  await checkAccessibility(t, page, 'no live suggestions')

  await callApi(page, 'POST', `/projects/${projectId}/ai/runs`, { task: 'similar' })
  const runs = () => callApi<{ items: AiRun[] }>(page, 'GET', `/projects/${projectId}/ai/runs`)
  await until(runs, ({ items: [run] }) => run?.state === 'done')
  await page.reload()
  await page.getByText('Learnt from 144 examples of 5 labels.').waitFor()
  await page.getByRole('heading', { name: '24 suggestions' }).waitFor()
  await page.keyboard.press('Shift+J')
  await page.getByRole('group', { name: 'Decide on the suggestion' }).waitFor()
  await checkAccessibility(t, page, 'a live suggestion')
  await page.keyboard.press('y')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+Digit2')
  await page.getByRole('heading', { name: '21 suggestions' }).waitFor()
  await saved(page)
  t.same((await origins()).sort(), ['accepted', 'human_seen'])
  t.same(await callApi(page, 'GET', `/media/${media.id}/suggestions`), { items: [], hasMore: false })
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByRole('heading', { name: '22 suggestions' }).waitFor()
  await saved(page)
  t.same(await origins(), ['accepted'], 'undone')

  const answered = page.waitForResponse(response => response.url().endsWith('/live-suggestions'))
  for (const key of ['1', '1', '2', '2']) {
    await page.keyboard.press('Shift+J')
    await page.keyboard.press(key)
  }
  await page.getByRole('heading', { name: '18 suggestions' }).waitFor()
  t.ok((await answered).ok(), 'after five labels they are computed again')
  await saved(page)
  t.ok(
    (await origins()).every(origin => origin === 'accepted' || origin === 'human_seen'),
    'labels by key beside a suggestion too'
  )

  await page.keyboard.press('Shift+J')
  await live.uncheck()
  await page.getByText('There are no suggestions to review on this image.').waitFor()
  await page.getByRole('application').focus()
  const before = (await origins()).length
  await page.keyboard.press('1')
  await saved(page)
  await until(origins, all => all.length > before)
  t.notOk((await origins()).includes('human'), 'a label after the switch, since its suggestion was seen')
  await page.reload()
  await page.getByText('There are no suggestions to review on this image.').waitFor()
  const canvas = page.getByRole('application')
  await canvas.focus()
  await page.getByRole('tree', { name: 'Annotations of this image' }).getByRole('treeitem', { level: 2 }).last().click() // without a label
  await page.keyboard.press('2')
  await saved(page)
  await until(origins, all => all.length > before + 1)
  t.notOk((await origins()).includes('human'), 'a reload does not change that')
  await page.keyboard.press('Escape')
  await page.keyboard.press('1')
  await page.keyboard.press('s')
  await drag(page, canvas, [0.4, 0.4], [0.6, 0.6])
  await saved(page)
  t.equal(
    (await until(origins, all => all.includes('human'))).filter(origin => origin === 'human').length,
    1,
    'a shape without a suggestion'
  )
  await page.keyboard.press('v')
  await live.check()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Labels', exact: true }).click()
  await page.getByRole('listbox', { name: 'Suggestions on this image' }).getByRole('option').first().click()
  await page.getByRole('button', { name: /^Accept/ }).waitFor()
  await checkAccessibility(t, page, 'live suggestions on a phone')
})
