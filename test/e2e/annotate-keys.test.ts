// About: web/features/taxonomy/own-keys, web/annotation/use-number-keys.ts
import type { Browser, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { annotate, annotateBench, saved } from '../support/annotate-screen.ts'
import { sharedApp } from '../support/app.ts'
import { answerCall, callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'

const { url } = await sharedApp(t)
const browser: Browser = await launchChromium(t)
const bench = (t: Test) => annotateBench(t, browser, url, ['rov-seafloor-2022.jpg'])

const ownKey = (page: Page, name: string) => page.getByRole('combobox', { name: `My number key for ${name}`, exact: true })
const labelIsNext = (page: Page, name: string) => page.getByText(`Next shape: ${name}`).waitFor()

/** Own keys that the server has for the person of a page, by the name of the label. */
async function keysOf(page: Page, projectId: string): Promise<Record<string, number>> {
  const { labels } = await callApi<{ labels: OutlineLabel[] }>(page, 'GET', `/projects/${projectId}/labels/outline`)
  return Object.fromEntries(labels.flatMap(({ name, ownKey }) => (ownKey === undefined ? [] : [[name, ownKey]])))
}

const keyIs = (page: Page, name: string, key: string) =>
  until(
    () => ownKey(page, name).inputValue(),
    value => value === key
  )

t.test('an own number key is there in another browser of the person, and not for another person', async t => {
  const { page, person, projectId, media } = await bench(t)
  const [image] = media
  const canvas = await annotate(page, projectId, image!.id)
  await page.keyboard.press('3')
  await ownKey(page, 'Sand').selectOption('7')
  await saved(page)
  await canvas.focus()
  await page.keyboard.press('1')
  await labelIsNext(page, 'Porifera')
  await page.keyboard.press('7')
  await labelIsNext(page, 'Sand')
  await checkAccessibility(t, page, 'own number key')

  const elsewhere = await openApp(t, browser, url, { as: person, viewport: { width: 1440, height: 900 } })
  await annotate(elsewhere, projectId, image!.id)
  await elsewhere.keyboard.press('7')
  await labelIsNext(elsewhere, 'Sand')
  t.equal(await keyIs(elsewhere, 'Sand', '7'), '7')

  const colleague = newPerson('bo')
  const theirs = await openApp(t, browser, url, { as: colleague, viewport: { width: 1440, height: 900 } })
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: colleague.email, role: 'editor' })
  await annotate(theirs, projectId, image!.id)
  await theirs.keyboard.press('3')
  await labelIsNext(theirs, 'Sand')
  t.equal(await keyIs(theirs, 'Sand', ''), '')
  await theirs.keyboard.press('1')
  await labelIsNext(theirs, 'Porifera')
  await theirs.keyboard.press('7')
  await ownKey(theirs, 'Porifera').selectOption('7')
  await saved(theirs)

  await ownKey(page, 'Sand').selectOption('8')
  t.equal(await keyIs(elsewhere, 'Sand', '8'), '8', 'a change arrives on a page that is open')
  await ownKey(page, 'Sand').selectOption('')
  t.equal(await keyIs(elsewhere, 'Sand', ''), '')
  t.same([await keysOf(page, projectId), await keysOf(theirs, projectId)], [{}, { Porifera: 7 }])
})

t.test('an own number key that is given without a network waits, and is sent later', async t => {
  const { page, projectId, media } = await bench(t)
  const canvas = await annotate(page, projectId, media[0]!.id)
  await page.keyboard.press('3')
  await ownKey(page, 'Sand').waitFor()
  await page.context().setOffline(true)
  await ownKey(page, 'Sand').selectOption('1')
  await page.getByText('Offline, 1 waiting').waitFor()
  await canvas.focus()
  await page.keyboard.press('2')
  await labelIsNext(page, 'Anthozoa')
  await page.keyboard.press('1')
  await labelIsNext(page, 'Sand')
  t.same(await keysOf(page, projectId), {})
  await page.context().setOffline(false)
  await saved(page)
  t.same(await keysOf(page, projectId), { Sand: 1 })
})

t.test('a refused own number key is reported, and the key goes back', async t => {
  const { page, projectId, media } = await bench(t)
  await annotate(page, projectId, media[0]!.id)
  await page.keyboard.press('3')
  await answerCall(page, 'PUT', /\/own-key$/, { status: 404, json: { type: 'about:blank', title: 'Not Found', status: 404 } })
  await ownKey(page, 'Sand').selectOption('7')
  await page.getByText('The number key of a label could not be saved.').waitFor()
  t.equal(await keyIs(page, 'Sand', ''), '')
})

t.test('own number keys that an earlier version kept in the browser are sent once, and replace none', async t => {
  const { page, person, projectId, media, labels } = await bench(t)
  const [porifera, anthozoa, sand] = labels
  await callApi(page, 'PUT', `/labels/${porifera!.id}/own-key`, { key: 6 })
  const { id: accountId } = await callApi<{ id: string }>(page, 'GET', '/auth/me')
  const kept = { own: { 6: sand!.id, 8: anthozoa!.id }, automatic: {} }
  const item = `isobath.numberKeys.${accountId}.${projectId}`
  await page.goto('/')
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [item, JSON.stringify(kept)])
  await annotate(page, projectId, media[0]!.id)
  const keys = { Porifera: 6, Anthozoa: 8 }
  t.same(
    await until(
      () => keysOf(page, projectId),
      found => found.Anthozoa === 8
    ),
    keys
  )
  await page.keyboard.press('8')
  await labelIsNext(page, 'Anthozoa')
  await saved(page)
  await page.keyboard.press('6')
  await labelIsNext(page, 'Porifera')
  t.notMatch(await page.evaluate(key => localStorage.getItem(key), item), /own/)
  const elsewhere = await openApp(t, browser, url, { as: person, viewport: { width: 1440, height: 900 } })
  await annotate(elsewhere, projectId, media[0]!.id)
  await elsewhere.keyboard.press('8')
  await labelIsNext(elsewhere, 'Anthozoa')
})
