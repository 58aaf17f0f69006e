// About: web/routes/project/ai.tsx, web/features/ai/audit, web/features/ai/bulk/acceptance-list.tsx
import type { Page, Request } from 'playwright-core'
import t from 'tap'
import type { AuditItem, AuditReport } from '../../shared/contracts/acceptance-audits.ts'
import type { RunDetails } from '../../shared/contracts/ai.ts'
import type { ModelCard } from '../../shared/contracts/ai-models.ts'
import { sharedApp } from '../support/app.ts'
import { bytesOf, callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { texturedScreen } from '../support/textured-screen.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

// Long: one audit from the acceptance to its undo.
t.test('crops accepted in bulk are audited blind, one key each, and the result leads to relabelling or undo', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const projectId = await texturedScreen(page, 'Audited')
  const run = await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/ai/runs`, { task: 'label' })
  const details = await until(
    () => callApi<RunDetails>(page, 'GET', `/ai/runs/${run.id}`),
    ({ state }) => state === 'done'
  )
  const card = `/projects/${projectId}/ai/models/${details.modelVersionId}`
  const audits = page.getByRole('group', { name: 'Blind audits' })
  await page.goto(card)
  await page.getByText('Not audited. No suggestions of this model are accepted in bulk.').waitFor()
  await page.goto(`/projects/${projectId}/ai/suggestions?run=${run.id}`)
  await page.getByRole('slider').fill('1')
  await page.getByRole('button', { name: 'Accept in bulk…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Accept \d+$/ })
    .click()
  const accepted = page.getByRole('region', { name: 'Accepted in bulk' })
  await accepted.getByRole('link', { name: 'Audit blind' }).click()

  await page.getByRole('heading', { name: 'Blind audit' }).waitFor()
  const size = Math.min(30, details.waitingCount - details.unlikeCount)
  await page.getByText(`Crop 1 of ${size}`, { exact: true }).waitFor()
  await page.locator('figure img[data-shown]').waitFor()
  t.equal(await page.getByRole('button', { name: 'Show the result' }).isEnabled(), false)
  await checkAccessibility(t, page, 'a crop of a blind audit')
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname)
  })

  const [first] = (await auditItems()).slice(0, 1)
  await page.keyboard.press('1')
  await page.getByText(`Crop 2 of ${size}`, { exact: true }).waitFor()
  await page.keyboard.press('u')
  await page.getByText(`Crop 3 of ${size}`, { exact: true }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('Answer withdrawn').first().waitFor()
  await page.getByText(`Crop 2 of ${size}`, { exact: true }).waitFor()
  await page.keyboard.press('u')
  await page.getByText(`Crop 3 of ${size}`, { exact: true }).waitFor()
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Label of the crop' })
  await dialog.getByRole('combobox').fill('Rock')
  await dialog.getByRole('option', { name: 'Rock' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  for (let crop = 4; crop <= size; crop++) {
    await page.getByText(`Crop ${crop} of ${size}`, { exact: true }).waitFor()
    await page.keyboard.press('2')
  }
  await page.getByRole('heading', { name: 'All crops are labelled' }).waitFor()
  t.same(
    asked.filter(path => /\/(annotations|suggestions|runs)(\/|$)/.test(path) && !path.endsWith('/ai/runs')),
    [],
    'the screen loads no annotation and no suggestion'
  )
  t.notOk((await auditItems()).some(({ id }) => id === first?.id))
  await checkAccessibility(t, page, 'an audit with all answers')
  const fetched = Promise.withResolvers<void>()
  await page.route('**/audit/items', async route => {
    await fetched.promise
    await route.continue()
  })
  const fetching = page.waitForRequest('**/audit/items')
  await callApi(page, 'PUT', `/ai/audit-items/${first?.id}/answer`, { labelId: null })
  await fetching
  t.ok(await page.getByRole('button', { name: 'Show the result' }).isEnabled(), 'a change by others does not take the button away')
  fetched.resolve()
  await page.getByRole('button', { name: 'Show the result' }).click()

  await page.getByText(/^Right: .*, from \d+ wrong of \d+ labelled crops\.$/).waitFor()
  await page.getByRole('columnheader', { name: 'Wrong' }).waitFor()
  const differences = page.getByRole('list', { name: 'Differences' })
  const relabels = differences.getByRole('button', { name: /^Use the blind label/ })
  await relabels.first().waitFor()
  const count = await relabels.count()
  t.ok(count > 0)
  await checkAccessibility(t, page, 'the result of an audit')
  const remaining = await page.getByText(/accepted labels are still wrong/).textContent()
  await relabels.first().focus()
  await page.keyboard.press('Enter')
  await differences.getByText('has the blind label now').waitFor()
  t.equal(await relabels.count(), count - 1)
  await page
    .getByText(/accepted labels are still wrong/)
    .filter({ hasNotText: remaining ?? '' })
    .waitFor()
  await page.goto(card)
  await audits.getByRole('cell', { name: /^About \d+ of \d+ \(\d+–\d+\)$/ }).waitFor()
  await checkAccessibility(t, page, 'the card of an audited model')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save model card' }).click()
  const file = JSON.parse((await bytesOf(await saved)).toString()) as ModelCard
  t.match(file.audits, { ended: [{ runNumber: 1, accepted: details.waitingCount - details.unlikeCount }], unaudited: { labels: 0 } })
  await audits.getByRole('link', { name: /^\d+ labels of run 1$/ }).click()
  await page.getByText('Fewer than 95 % of the labels were right.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Undo the acceptance' }).click()
  await page.getByText('The acceptance has been undone.').waitFor()
  await page.getByRole('link', { name: 'Back to the suggestions' }).click()
  await accepted.getByRole('link', { name: 'Audit result' }).waitFor()
  await accepted.getByText(/^Right: /).waitFor()
  await checkAccessibility(t, page, 'an acceptance with its audit')
  await page.goto(card)
  await audits.getByRole('cell', { name: 'Undone' }).waitFor()

  async function auditItems(): Promise<AuditItem[]> {
    const { items: acceptances } = await callApi<{ items: { id: string }[] }>(page, 'GET', `/ai/runs/${run.id}/acceptances`)
    return (await callApi<{ items: AuditItem[] }>(page, 'GET', `/ai/acceptances/${acceptances[0]?.id}/audit/items`)).items
  }
})

/** Creates a project whose suggestions were all accepted in bulk. @returns its id, and the screen, the size and the state of the audit */
async function acceptedInBulk(page: Page, title: string) {
  const projectId = await texturedScreen(page, title)
  const run = await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/ai/runs`, { task: 'label' })
  await until(
    () => callApi<{ state: string }>(page, 'GET', `/ai/runs/${run.id}`),
    ({ state }) => state === 'done'
  )
  const counts = await callApi<{ waitingCount: number; unlikeCount: number }>(page, 'GET', `/ai/runs/${run.id}`)
  const bulk = { least: 0, expected: counts.waitingCount - counts.unlikeCount }
  const { id } = await callApi<{ id: string }>(page, 'POST', `/ai/runs/${run.id}/acceptances`, bulk)
  const audit = () => callApi<AuditReport>(page, 'GET', `/ai/acceptances/${id}/audit`)
  await until(
    () => callApi<{ state: string }>(page, 'GET', `/ai/acceptances/${id}`),
    ({ state }) => state === 'done'
  )
  return { projectId, audit, screen: `/projects/${projectId}/ai/audit/${id}`, size: (await audit()).size }
}

const allDone = (page: Page) => page.getByRole('heading', { name: 'All crops are labelled' })

/** Waits for a crop other than the given one. @returns its id; null when all crops are labelled */
async function cropAfter(page: Page, before: string | null): Promise<string | null> {
  const crop = page.locator('figure img[data-shown]')
  const read = async () => {
    if (await allDone(page).isVisible()) return null
    const address = (await crop.count()) > 0 ? await crop.getAttribute('src', { timeout: 1000 }).catch(() => null) : null
    return /audit-items\/([^/]+)\//.exec(address ?? '')?.[1] ?? ''
  }
  return until(read, id => id === null || (id !== '' && id !== before))
}

// Long: one audit by two people, from its first answer to its result on both screens.
t.test('two people audit the same acceptance at once, and every crop is judged once', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, audit, screen, size } = await acceptedInBulk(page, 'Audited by two')
  const person = newPerson('dee')
  const other = await openApp(t, browser, url, { as: person })
  const passer = newPerson('fay')
  const passing = await openApp(t, browser, url, { as: passer })
  for (const { email } of [person, passer]) await callApi(page, 'POST', `/projects/${projectId}/members`, { email, role: 'editor' })
  const kept = new Map<string, Page>()
  let refused = 0
  let sent = 0
  const answeredIn = (request: Request) =>
    request.method() === 'PUT' ? /audit-items\/([^/]+)\/answer$/.exec(request.url())?.[1] : undefined
  for (const each of [page, other]) {
    each.on('request', request => {
      if (answeredIn(request)) sent++
    })
    each.on('response', answer => {
      const id = answeredIn(answer.request())
      if (!id) return
      if (!answer.ok()) refused++
      else if (kept.has(id)) t.fail('a crop is judged twice')
      else kept.set(id, each)
    })
  }
  await page.goto(screen)
  await other.goto(screen)
  const theirs = await cropAfter(other, null)
  const mine = await cropAfter(page, null)

  await callApi(passing, 'PUT', `/ai/audit-items/${theirs}/answer`, { labelId: null })
  await other.getByText(`1 of ${size}`, { exact: true }).waitFor()
  t.equal(await cropAfter(other, null), theirs, 'the crop on show stays when another person labels it')
  await other.keyboard.press('1')
  await other.getByText('Another person has already labelled this crop').waitFor()
  const shown = new Map([
    [page, mine],
    [other, await cropAfter(other, theirs)]
  ])
  t.equal((await audit()).answered, 1)

  while ([...shown.values()].some(id => id !== null))
    for (const [each, id] of shown) {
      if (id === null) continue
      const before = kept.size + refused
      await each.keyboard.press(each === page ? '2' : 'u')
      // The other person may have labelled the last crop, so that this page is done without an answer.
      await until(
        async () => kept.size + refused > before || ((await allDone(each).isVisible()) && sent === before),
        isOver => isOver
      )
      // the other one learns of each answer, as in an audit at the pace of people
      for (const person of shown.keys()) await person.getByText(`${kept.size + 1} of ${size}`, { exact: true }).waitFor()
      shown.set(each, await cropAfter(each, id))
    }
  t.equal(kept.size, size - 1)
  t.ok(refused <= size / 2, `${refused} answers are refused`)
  const unsure = [...kept.values()].filter(each => each === other).length + 1
  t.ok(unsure > 1 && unsure < size, 'both have judged crops')
  t.match(await audit(), { state: 'open', answered: size, unsure })

  await page.getByRole('button', { name: 'Show the result' }).click()
  await page.getByText(/^Right: |^No error/).waitFor()
  await other.getByText(/^Right: |^No error/).waitFor()
  t.match(await audit(), { state: 'done', answered: size, unsure, result: { judged: size - unsure } })
})

t.test('an answer that the server refuses is stated, and its crop comes back', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, audit, screen, size } = await acceptedInBulk(page, 'Refused answer')
  const { id: labelId } = await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/labels`, { name: 'Passing thing' })
  await page.goto(screen)
  const first = await cropAfter(page, null)
  await page.route('**/audit-items/*/answer', async route => {
    await callApi(page, 'DELETE', `/labels/${labelId}`)
    await route.continue()
  })
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Label of the crop' })
  await dialog.getByRole('combobox').fill('Passing thing')
  await dialog.getByRole('option', { name: 'Passing thing' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('The answer could not be saved').first().waitFor()
  await checkAccessibility(t, page, 'a refused answer')
  await page.unroute('**/audit-items/*/answer')
  t.equal((await audit()).answered, 0)

  const judged = new Set<string>()
  page.on('request', request => {
    if (request.method() === 'PUT') judged.add(/audit-items\/([^/]+)\//.exec(request.url())?.[1] ?? '')
  })
  let id = await cropAfter(page, null)
  for (; id !== null && judged.size <= size; id = await cropAfter(page, id)) await page.keyboard.press('1')
  t.ok(judged.has(first ?? ''), 'the refused crop is judged after all')
  t.equal(judged.size, size)
  t.match(await audit(), { answered: size, unsure: 0 })
})
